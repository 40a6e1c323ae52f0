"""Games in a browser: `cardwright serve`, its tables, its pages, and what goes over the wire."""
