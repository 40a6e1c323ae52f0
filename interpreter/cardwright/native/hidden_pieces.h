/* What the player who has to decide cannot know: the hidden pieces, their zones, the references to them, and what is
   stored about them or lies on them. This is `Unseen` of query/determinization.py, with what it uses of
   query/knowledge/remap_hidden_references.py, in the same order. */

#define MOST_NAMED 8192                  /* limit for references to hidden pieces */
enum { A_PIECE = 1, PIECES, MASKED, A_ZONE };               /* how a value refers to pieces */
enum { YES_NO_DRAWN = 1, PLAYER_DRAWN };
enum { ASKS_PIECE = 1, ASKS_ABILITY };
enum { CLEAR_TO_ALL, CLEAR_IF_SEEN, CLEAR_TO_HOLDER, CLEAR_TO_NOBODY };
enum { M_BASE, M_COUNT, M_WIDTH, M_NAMES, M_SECRET, M_DRAWN, M_PLAYERS, M_FIRST, M_HELD, M_ALSO, M_KIND, M_CELLS };
enum { ALSO_OWNER = 1, ALSO_EVERYONE };                    /* who sees memory on a hidden piece */

typedef struct { I slot, from, n, acts, carrier, around, lies, place; } Row;   /* hidden pieces in one zone */
typedef struct { I rows, nrows, from, n; } Heap;                                /* hidden pieces of one kind, and their rows */

typedef struct {
  St *base;
  const St *start;                       /* a match that has not begun, with the initial values of memory */
  I player;
  M mask;
  I nheaps, nrows, nunclear, nnamed, ncarriers, nframes;
  int attached, secret, apart;
  Heap heap[NHOLDS + 1];
  Row row[NZ + 1], unclear[NZ + 1];
  I pieces[NP + 1], pool[NP + 1], knowns[NP + 1], carriers[NP + 1], own_from[NP + 1], own_n[NP + 1], own[NZ + 1];
  I named_piece[MOST_NAMED], named[MOST_NAMED];
  char kept[NP + 1]; /* 1: hidden; 2: the player knows only the zone */
  int32_t frames[FRAMES];                /* the ends of the frames on the stack, the lowest first */
  char reacts[FRAMES];                   /* by frame: whether it is a reaction of which the player cannot know */
  /* in use while a sample is drawn */
  I now[NP + 1], zone_now[NZ + 1], drawn[NP + 1], lists[NZ + 1];
  M masks[NZ + 1];
} Unseen;

/* ---- analysis of hidden information */
static void frames_of(Unseen *u, const St *S) {
  I n = 0;
  for (I k = S->ksp; k > 0; k -= WIDTHS[S->k[k - 1]]) u->frames[n++] = (int32_t)k;
  for (I i = 0; i < n / 2; i++) { int32_t t = u->frames[i]; u->frames[i] = u->frames[n - 1 - i]; u->frames[n - 1 - i] = t; }
  u->nframes = n;
}
static inline I *frame_at(St *S, const Unseen *u, I n, I *segment) {
  I k = u->frames[n];
  *segment = S->k[k - 1];
  return S->k + k - WIDTHS[*segment];
}
static I lying(St *S, I z, I *to) {
  if (ZORD[z]) {
    L l = ld(S, S->s[ZF + z]);
    memcpy(to, l.p, l.n * sizeof(I));
    return l.n;
  }
  M m = S->z[z];
  I n = 0;
  for (I i; (i = nextbit(&m)) >= 0;) to[n++] = i;
  return n;
}
static I size_of(St *S, I z) { return ZORD[z] ? (I)(int32_t)S->s[ZF + z] : bits(S->z[z]); }
static void waiting_to_act(M *m, I entry) {
  I piece = entry & NO_PIECE;
  if (piece < W * 64 && piece < NP) m->w[piece >> 6] |= 1ull << (piece & 63);
}
/* Return the pieces whose reactions wait to be put in order by the player. */
static M at_work(St *S) {
  M m = nobits();
  L options = ld(S, S->options);
  if (S->asked && ASKED[S->site] == ASKS_ABILITY)
    for (I i = 0; i < options.n; i++) if (options.p[i] >= 0) waiting_to_act(&m, options.p[i]);
  return m;
}
/* Whether somebody is asked to choose among reactions of which this is one. */
static int is_offered(St *S, I entry) {
  return S->asked && ASKED[S->site] == ASKS_ABILITY && entry >= 0 && in(ld(S, S->options), entry);
}
static void find_heaps(Unseen *u, St *S, M known) {
  I rows = 0, pieces = 0, pool = 0;
  u->nheaps = 0;
  u->mask = nobits();
  for (I kind = 0; kind < NHOLDS; kind++) {
    Heap heap = { rows, 0, pool, 0 };
    M all = nobits();
    for (I z = 0; z < NZ; z++) {
      if (ZSEE[z] == EVERYONE || ZHOLDS[z] != kind) continue;
      I *to = u->pieces + pieces, most = lying(S, z, to), n = 0;
      for (I i = 0; i < most; i++) if (!has(known, to[i])) to[n++] = to[i];
      if (n && ZSEE[z] == TOPMOST) n -= to[n - 1] == at(S, ld(S, S->s[ZF + z]), -1);
      else if (n && ZSEE[z] == FACES) {
        I left = 0;
        for (I i = 0; i < n; i++) if (!may_see(S, u->player, to[i], ZF + z)) to[left++] = to[i];
        n = left;
      } else if (n && may_see(S, u->player, to[0], ZF + z)) n = 0;
      if (!n) continue;
      Row row = { ZF + z, pieces, n, ZSEE[z] == FACES ? -1 : ZWORD[z], -1, 0, 0, 0 };
      u->row[rows++] = row;
      for (I i = 0; i < n; i++) putbit(S, &all, to[i]);
      pieces += n;
    }
    heap.nrows = rows - heap.rows;
    if (!heap.nrows) continue;
    u->mask = join(u->mask, all);
    for (I i; (i = nextbit(&all)) >= 0;) u->pool[pool++] = i;
    heap.n = pool - heap.from;
    u->heap[u->nheaps++] = heap;
  }
  u->nrows = rows;
}
/* Find, for each unordered zone, the pieces that the player knows to be in it, but cannot tell from others there;
   return all of these pieces. */
static M find_unclear(Unseen *u, St *S, M known) {
  M all = nobits();
  I used = 0;
  u->nunclear = 0;
  for (I z = 0; somebits(known) && z < NZ; z++) {
    if (ZSEE[z] == EVERYONE || ZORD[z] || !somebits(meet(S->z[z], known)) || bits(S->z[z]) < 2) continue;
    M m = S->z[z];
    I unseen = 0, n = 0;
    for (I i; (i = nextbit(&m)) >= 0;) {
      if (may_see(S, u->player, i, ZF + z)) continue;
      unseen++;
      if (has(known, i)) { u->knowns[used + n++] = i; }
    }
    if (unseen < 2 || !n) continue;
    Row row = { ZF + z, used, n, -1, -1, 0, 0, 0 };
    u->unclear[u->nunclear++] = row;
    for (I i = 0; i < n; i++) putbit(S, &all, u->knowns[used + i]);
    used += n;
  }
  return all;
}
static void note_named(Unseen *u, St *S, M mask, I piece, I number) {
  if (piece < 0 || !has(mask, piece)) return;
  if (u->nnamed == MOST_NAMED) fail(S, E_ROOM);
  u->named_piece[u->nnamed] = piece;
  u->named[u->nnamed++] = number;
}
static I note_list(Unseen *u, St *S, M mask, L l, I number) {
  number++;
  for (I i = 0; i < l.n; i++) note_named(u, S, mask, l.p[i], ++number);
  return number;
}
/* Remove the numbers of references in memory to hidden pieces, except those that lie face down in public. Such a
   reference can mean any of these pieces, and so distinguishes none of them. */
static void number_none_loose(Unseen *u, St *S) {
  M loose = nobits();
  for (I h = 0; h < u->nheaps; h++)
    for (I r = u->heap[h].rows; r < u->heap[h].rows + u->heap[h].nrows; r++)
      for (I i = 0; ZSEE[u->row[r].slot - ZF] != FACES && i < u->row[r].n; i++)
        loose = join(loose, bit(S, u->pieces[u->row[r].from + i]));
  for (I i = 0; i < u->nunclear; i++)
    for (I j = 0; ZSEE[u->unclear[i].slot - ZF] != FACES && j < u->unclear[i].n; j++)
      loose = join(loose, bit(S, u->knowns[u->unclear[i].from + j]));
  for (I i = 0; i < u->nnamed; i++) if (has(loose, u->named_piece[i])) u->named[i] = 0;
}
/* Whether a slot of memory is secret from the player. */
static inline int is_secret(const Unseen *u, St *S, const int32_t *m, I slot) {
  return m[M_SECRET] && !(m[M_PLAYERS] && sees_as(S, u->player, (slot - m[M_BASE]) / m[M_WIDTH]));
}
/* Whether the player sees a memory on the hidden pieces in a row. */
static int sees_marks(const Unseen *u, St *S, const int32_t *m, const Row *row) {
  return m[M_ALSO] && ZHOLDS[row->slot - ZF] == m[M_KIND]
    && (m[M_ALSO] != ALSO_OWNER || sees_as(S, u->player, zone_holder(S, row->slot)));
}
/* Return the hidden piece to which a memory slot belongs, if the player sees that slot; -1 otherwise. */
static I marked_piece(const Unseen *u, St *S, const int32_t *m, I slot) {
  I piece = m[M_FIRST] < 0 ? -1 : m[M_FIRST] + (slot - m[M_BASE]) / m[M_WIDTH];
  for (const Row *row = u->row; piece >= 0 && m[M_ALSO] && row < u->row + u->nrows; row++)
    for (I i = 0; sees_marks(u, S, m, row) && i < row->n; i++)
      if (u->pieces[row->from + i] == piece) return piece;
  return -1;
}
/* Whether the player can know a memory slot: it is not secret, and not on a hidden piece unless it is visible there. */
static int knows_slot(const Unseen *u, St *S, const int32_t *m, I slot) {
  if (is_secret(u, S, m, slot)) return 0;
  if (m[M_FIRST] < 0 || !u->kept[m[M_FIRST] + (slot - m[M_BASE]) / m[M_WIDTH]]) return 1;
  return marked_piece(u, S, m, slot) >= 0;
}
/* Find the references to pieces in `mask`. They are numbered in the order in which they are found. */
static void find_named(Unseen *u, St *S, M mask) {
  I number = 0;
  u->nnamed = 0;
  for (const int32_t *m = MEMORY; m < MEMORY + NMEMORY * M_CELLS; m += M_CELLS)
    for (I slot = m[M_BASE]; m[M_NAMES] && slot < m[M_BASE] + m[M_COUNT]; slot++)
      if (!knows_slot(u, S, m, slot)) continue;
      else if (m[M_NAMES] == A_PIECE) note_named(u, S, mask, S->s[slot], ++number);
      else if (m[M_NAMES] == PIECES) number = note_list(u, S, mask, ld(S, S->s[slot]), number);
  number_none_loose(u, S);
  if (S->asked && ASKED[S->site] == ASKS_PIECE) number = note_list(u, S, mask, ld(S, S->options), number);
  for (I f = 0; f < u->nframes; f++) {
    I segment, *word = frame_at(S, u, f, &segment);
    if (u->reacts[f]) continue;
    for (const int32_t *told = SPEAKING + SFROM[segment]; *told >= 0; told += 4) {
      if (told[1] == A_PIECE) note_named(u, S, mask, word[told[2]], ++number);
      else if (told[1] == PIECES) {
        L l = ld(S, word[told[2]]);
        number = note_list(u, S, mask, told[0] ? rest(l, word[told[3]]) : l, number);
      } else {
        M m = meet(ldmask(word + told[2]), mask);
        number++;
        for (I i; (i = nextbit(&m)) >= 0;) note_named(u, S, mask, i, number);
      }
    }
  }
}
static void find_carried(Unseen *u, St *S) {
  I used = 0;
  u->ncarriers = 0;
  for (I p = 0; p < NP; p++) u->own_n[p] = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (I g = 0; g < NGROUPS; g++) {
      const int32_t *first = CARRIED + CFROM[g], *c;
      int any = 0;
      for (c = first; *c >= 0 && !any; c += 2) any = size_of(S, *c - ZF) > 0;
      for (c = first; any && *c >= 0; c += 2) {
        if (!has(u->mask, c[1])) continue;
        if (pass) { u->own[u->own_from[c[1]] + u->own_n[c[1]]++] = *c; continue; }
        if (!u->own_n[c[1]]++) u->carriers[u->ncarriers++] = c[1];
      }
    }
    if (!pass) for (I i = 0; i < u->ncarriers; i++) {
      I piece = u->carriers[i];
      u->own_from[piece] = used;
      used += u->own_n[piece];
      u->own_n[piece] = 0;
    }
  }
}
static I next_named(const Unseen *u, I piece, I from) {
  while (from < u->nnamed && (u->named_piece[from] != piece || !u->named[from])) from++;
  return from;
}
static I by_names(const Unseen *u, I a, I b) {
  for (I i = next_named(u, a, 0), j = next_named(u, b, 0);; i = next_named(u, a, i + 1), j = next_named(u, b, j + 1)) {
    if (i >= u->nnamed || j >= u->nnamed) return (i < u->nnamed) - (j < u->nnamed);
    if (u->named[i] != u->named[j]) return u->named[i] < u->named[j] ? -1 : 1;
  }
}
/* Compare two hidden pieces by what distinguishes them: the references to them, and the numbers of pieces on them. */
static I by_told(const Unseen *u, I a, I b) {
  I found = by_names(u, a, b);
  for (I i = 0; !found; i++) {
    if (i >= u->own_n[a] || i >= u->own_n[b]) return (i < u->own_n[a]) - (i < u->own_n[b]);
    found = size_of(u->base, u->own[u->own_from[a] + i] - ZF) - size_of(u->base, u->own[u->own_from[b] + i] - ZF);
  }
  return found;
}
static I by_place(const Unseen *u, const Row *a, const Row *b) {
  I one = a->carrier < 0 ? a->slot : a->around, other = b->carrier < 0 ? b->slot : b->around;
  if (one != other) return one < other ? -1 : 1;
  if (a->carrier < 0 || b->carrier < 0) return (b->carrier < 0) - (a->carrier < 0);
  if (a->lies != b->lies) return a->lies < b->lies ? -1 : 1;
  I found = by_told(u, a->carrier, b->carrier);
  return found ? found : a->place - b->place;
}
/* Sort the rows, and the pieces in unordered ones, so that their order depends only on what the player can know. */
static void put_in_order(Unseen *u, St *S) {
  for (I h = 0; h < u->nheaps; h++) {
    Row *rows = u->row + u->heap[h].rows;
    for (I r = 0; r < u->heap[h].nrows; r++) {
      Row *row = rows + r;
      for (I c = 0; c < u->ncarriers && row->carrier < 0; c++)
        for (I i = 0; i < u->own_n[u->carriers[c]]; i++)
          if (u->own[u->own_from[u->carriers[c]] + i] == row->slot) { row->carrier = u->carriers[c]; row->place = i; }
      if (row->carrier >= 0) {
        row->around = find(S, row->carrier);
        row->lies = -1;
        if (ZORD[row->around - ZF]) {
          L l = ld(S, S->s[row->around]);
          for (I i = l.n - 1; i >= 0; i--) if (l.p[i] == row->carrier) row->lies = i;
        }
      }
      if (!ZORD[row->slot - ZF])
        for (I *p = u->pieces + row->from, i = 1; i < row->n; i++) {
          I piece = p[i], j = i;
          for (; j > 0 && by_told(u, p[j - 1], piece) > 0; j--) p[j] = p[j - 1];
          p[j] = piece;
        }
      Row here = *row;
      I j = r;
      for (; j > 0 && by_place(u, &rows[j - 1], &here) > 0; j--) rows[j] = rows[j - 1];
      rows[j] = here;
    }
  }
}
static L list_before(const St *S, I slot) { return ld((St *)S, S->s[slot]); }
static int as_in_the_beginning(const Unseen *u, St *S, I slot) {
  if (SLOTS[slot] == 'l') return same(list_before(u->start, slot), ld(S, S->s[slot]));
  return u->start->s[slot] == S->s[slot];
}
/* Whether the state stores memory, faces or gained powers of hidden pieces. */
static int is_attached(const Unseen *u, St *S) {
  if ((I)(int32_t)S->s[GAINED]) return 1;
  M kept = nobits();
  for (I p = 0; p < NP && p < W * 64; p++) if (u->kept[p]) putbit(S, &kept, p);
  if (somebits(meet(join(S->face, join(S->supp, S->lost)), kept))) return 1;
  for (const int32_t *m = MEMORY; m < MEMORY + NMEMORY * M_CELLS; m += M_CELLS)
    for (I n = 0; m[M_FIRST] >= 0 && n < m[M_COUNT]; n++)
      if (u->kept[m[M_FIRST] + n / m[M_WIDTH]] && !as_in_the_beginning(u, S, m[M_BASE] + n)) return 1;
  return 0;
}
static void keep_of(Unseen *u, M pieces, char how) {
  for (I p; (p = nextbit(&pieces)) >= 0;) {
    u->kept[p] = how;
    for (I i = 0; i < RSIZE[p]; i++) u->kept[PPARTS[RFROM[p] + i]] = how;
  }
}
/* Whether a variable in a frame refers to a hidden piece. */
static int names_hidden(const Unseen *u, St *S, I f) {
  I segment, *word = frame_at(S, u, f, &segment);
  for (const int32_t *named = NAMED + NFROM[segment]; *named >= 0; named += 2) {
    const I *cell = word + named[1];
    if (*named == A_PIECE && *cell >= 0 && has(u->mask, *cell)) return 1;
    if (*named == MASKED && somebits(meet(ldmask(cell), u->mask))) return 1;
    if (*named != PIECES) continue;
    L l = ld(S, *cell);
    for (I i = 0; i < l.n; i++) if (l.p[i] >= 0 && has(u->mask, l.p[i])) return 1;
  }
  return 0;
}
/* Whether the condition of an ability is one that the player cannot compute. `holder` is `you` in this condition. */
static int is_unclear(const Unseen *u, St *S, I ability, I holder, I f) {
  int to = CLEAR_TO[ability];
  if (to == CLEAR_TO_ALL || to == CLEAR_TO_NOBODY) return to == CLEAR_TO_NOBODY;
  return (to == CLEAR_TO_HOLDER && holder != u->player) || names_hidden(u, S, f);
}
static void find_unseen(Unseen *u, St *S, const St *start) {
  if (!DEALS || !S->asked) fail(S, E_SHAPE);
  u->base = S;
  u->start = start;
  u->player = S->player;
  frames_of(u, S);
  M known = S->known[u->player];
  find_heaps(u, S, join(known, at_work(S)));
  for (I f = 0; f < u->nframes; f++) {
    I segment, *word = frame_at(S, u, f, &segment), ability = REACTS[segment];
    u->reacts[f] = ability >= 0 && !is_offered(S, ability << SHIFT | word[0])
      && (has(u->mask, word[0]) || is_unclear(u, S, ability, word[1], f));
  }
  memset(u->kept, 0, sizeof u->kept);
  M unclear = find_unclear(u, S, known);
  keep_of(u, unclear, 2);
  keep_of(u, u->mask, 1);
  find_named(u, S, join(u->mask, unclear));
  find_carried(u, S);
  u->apart = u->nnamed > 0 || u->ncarriers > 0;
  if (u->apart) put_in_order(u, S);
  u->attached = is_attached(u, S);
  u->secret = 0;
  for (I f = 0; f < u->nframes; f++) u->secret |= ENVELOPES[EFROM[S->k[u->frames[f] - 1]]] >= 0;
}
