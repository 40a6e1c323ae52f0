"""The fields of files, each declared once: readers, `fmt`, schemas, completion and the reference all go by this."""
