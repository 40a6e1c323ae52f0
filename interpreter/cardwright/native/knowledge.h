/* What players know of where pieces lie without looking at them: runtime/tracker.py, as far as it goes on with that.

   Kept for a state only while it `knows`: games with bots that think need it, random games and imagined ones do not. */

SHARED L everybody(St *S) {
  B b = begin(S, PLAYERS);
  for (I p = 0; p < PLAYERS; p++) b.p[b.n++] = p;
  return end(S, &b);
}
/* Whether what lies face down in a zone may not be looked at by anybody: then it is not remembered either. */
SHARED int is_oblivion(St *S, I zone) { I z = zone_place(S, zone); return ZSEE[z] == FACES && ZDOWN[z] != OWNER; }
SHARED void forgotten(St *S, I piece) { for (I p = 0; p < PLAYERS; p++) offbit(&S->known[p], piece); }

/* Nobody who could not look in saw which of the copies left: the first of those known to lie there is forgotten. */
static inline void forget_copy(St *S, M *known, I piece, M pile) {
  M among = meet(pile, *known);
  if ((uint64_t)piece >= NP || PCOPY[piece] < 0 || !somebits(among)) return;
  for (I p = 0; p < NP && p < W * 64; p++)
    if (has(among, p) && PCOPY[p] == PCOPY[piece]) { offbit(known, p); return; }
}
/* A piece came from one zone to another, and `pile` is still in the first; `with_all`: nothing stayed behind. */
SHARED void known_moved(St *S, I piece, I old, I zone, M pile, int with_all, int on_top) {
  I from = zone_place(S, old), to = zone_place(S, zone);
  for (I p = 0; p < PLAYERS; p++) {
    int looked = ZSEE[from] == TOPMOST ? has(S->known[p], piece) : may_see(S, p, piece, old);
    int saw = looked || (ZSEE[to] == TOPMOST && on_top ? 1 : may_see(S, p, piece, zone)), lost = !ZORD[from] && !with_all;
    if (saw && lost && !looked && !has(S->known[p], piece)) forget_copy(S, &S->known[p], piece, pile);
    if (saw) putbit(S, &S->known[p], piece);
    else if (lost) { S->known[p] = less(S->known[p], pile); offbit(&S->known[p], piece); }
  }
  if (!has(S->face, piece) && is_oblivion(S, zone)) forgotten(S, piece);
}
/* The zones without an order of which everything is among some pieces that are about to be moved. */
SHARED L emptied(St *S, L pieces) {
  M mask = mask_of(S, pieces);
  B b = begin(S, pieces.n);
  for (I i = 0; i < pieces.n; i++) {
    I zone = lies(S, pieces.p[i]), z = zone_place(S, zone);
    if (!ZORD[z] && !somebits(less(S->z[z], mask))) b.p[b.n++] = zone;
  }
  return end(S, &b);
}
/* Pieces that lay in one zone have come into another, on top if that has an order. */
SHARED void noticed(St *S, L pieces, I old, I zone) {
  I from = zone_place(S, old);
  M left = ZORD[from] ? nobits() : S->z[from];
  int with_all = !somebits(left);
  if (!ZORD[from]) left = join(left, mask_of(S, pieces));
  for (I i = 0; i < pieces.n; i++) {
    offbit(&left, pieces.p[i]);
    known_moved(S, pieces.p[i], old, zone, left, with_all, 1);
  }
}
SHARED void known_turned(St *S, I piece, I up) {
  for (I p = 0; p < PLAYERS; p++) putbit(S, &S->known[p], piece);
  if (!up && is_oblivion(S, lies(S, PWHOLE[piece] >= 0 ? PWHOLE[piece] : piece))) forgotten(S, piece);
}
SHARED void known_shuffled(St *S, L pieces) { for (I i = 0; i < pieces.n; i++) forgotten(S, pieces.p[i]); }
/* Parts of pieces lie nowhere by themselves, and are not kept. */
SHARED void shown_to(St *S, L pieces, L players) {
  for (I i = 0; i < players.n; i++) {
    I p = index_of(S, players.p[i], PLAYERS);
    for (I j = 0; j < pieces.n; j++)
      if (pieces.p[j] < 0) fail(S, E_INDEX);
      else if (pieces.p[j] < W * 64) putbit(S, &S->known[p], pieces.p[j]);
  }
}
