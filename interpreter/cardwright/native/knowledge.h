/* Knowledge of players: the pieces whose zones they know without looking. These are the functions of
   runtime/log_and_knowledge_observer.py that track it.

   It is tracked only in states with `knows`. Matches with bots that think need it; random games and samples do not. */

SHARED L everybody(St *S) {
  B b = begin(S, PLAYERS);
  for (I p = 0; p < PLAYERS; p++) b.p[b.n++] = p;
  return end(S, &b);
}
/* Whether nobody may look at pieces that lie face down in a zone; players then forget such pieces. */
SHARED int is_oblivion(St *S, I zone) { I z = zone_place(S, zone); return ZSEE[z] == FACES && ZDOWN[z] != OWNER; }
SHARED void forgotten(St *S, I piece) {
  for (I p = 0; p < PLAYERS; p++) { offbit(&S->known[p], piece); offbit(&S->held[p], piece); }
}
SHARED void nothing_shown(St *S) {
  for (I p = 0; p < PLAYERS; p++) { S->held[p] = S->picked[p] = nobits(); S->showing[p] = -1; }
  S->picking = -1;
}
static int is_same_text(I site, I other) { return site >= 0 && other >= 0 && SITE_TEXT[site] == SITE_TEXT[other]; }
static void nothing_picked(St *S, I site) {
  if (is_same_text(site, S->picking)) return;
  for (I p = 0; p < PLAYERS; p++) S->picked[p] = nobits();
  S->picking = -1;
}
/* As `Tracker.reached`: at decision point `site`, put away the pieces that other rule texts showed; with -1, all
   pieces; with -2 - N, only those that the text of decision point N showed. */
SHARED void known_reached(St *S, I site) {
  I only = site < -1 ? -2 - site : -1, shown = only < 0;
  for (I p = 0; p < PLAYERS; p++) shown |= is_same_text(only, S->showing[p]);
  if (!shown) return;
  if (only >= 0) site = -1;
  nothing_picked(S, site);
  for (I p = 0; p < PLAYERS; p++) {
    if (only >= 0 ? !is_same_text(only, S->showing[p]) : is_same_text(site, S->showing[p])) continue;
    S->held[p] = meet(S->held[p], S->picked[p]);
    S->showing[p] = -1;
  }
}
/* Before a decision: let each player who decides for another know what that other player sees and is shown. */
SHARED void overlooked(St *S) {
  M held[PLAYERS];
  for (I p = 0; p < PLAYERS; p++) held[p] = S->held[p];
  for (I p = 0; p < PLAYERS; p++) {
    I other = decider(S, p);
    if (other == p) continue;
    for (I i = 0; i < NP; i++) if (PWHOLE[i] < 0 && may_see(S, other, i, lies(S, i))) putbit(S, &S->known[other], i);
    S->known[other] = join(S->known[other], held[p]);
    S->held[other] = join(S->held[other], held[p]);
  }
}
/* Record that a player who picked a known piece still knows the piece when it moves on. */
SHARED void known_answered(St *S, I option) {
  I site = S->site, player = S->player;
  if (ASKED[site] != 1 || option < 0) return;
  I outer = PWHOLE[piece_place(S, option)] < 0 ? option : PWHOLE[option];
  if (!has(S->known[player], outer)) return;
  nothing_picked(S, site);
  S->picking = site;
  putbit(S, &S->picked[player], outer);
  putbit(S, &S->held[player], outer);
}
/* Whether a zone has an order that other players cannot follow when somebody takes pieces out of it. */
SHARED int is_closed_order(St *S, I zone) {
  I z = zone_place(S, zone);
  return ZORD[z] && ZSEE[z] != EVERYONE && ZSEE[z] != TOPMOST && ZSEE[z] != FACES && ld(S, S->s[zone]).n > 1;
}
static I outer_of(St *S, I piece) { return PWHOLE[piece_place(S, piece)] < 0 ? piece : PWHOLE[piece]; }
/* As `Tracker.strayed`: a player takes pieces from positions that other players cannot follow. */
SHARED void strayed(St *S, L pieces, I player, I at_all) {
  for (I i = 0; i < pieces.n; i++) {
    if (pieces.p[i] < 0) continue;
    I zone = lies(S, outer_of(S, pieces.p[i]));
    if (!is_closed_order(S, zone)) continue;
    L lying = ld(S, S->s[zone]);
    M there = mask_of(S, lying), taken = nobits();
    for (I j = 0; j < pieces.n; j++) {
      I outer = pieces.p[j] < 0 ? -1 : outer_of(S, pieces.p[j]);
      if (outer >= 0 && has(there, outer)) putbit(S, &taken, outer);
    }
    M lost = there;
    if (!at_all && !(player >= 0 && may_see(S, player, lying.p[0], zone)))
      lost = player >= 0 ? meet(there, S->known[player]) : nobits();
    if (!at_all && !somebits(meet(lost, taken))) continue;
    for (I p = 0; p < PLAYERS; p++)
      if (p != player && !may_see(S, p, lying.p[0], zone)) {
        M gone = S->showing[p] >= 0 ? less(lost, S->held[p]) : lost;
        S->known[p] = less(S->known[p], gone);
        S->held[p] = less(S->held[p], gone);
      }
  }
}
/* Record that all players have seen the top piece of a pile whose top is visible. */
static void seen_on_top(St *S, I piece) { for (I p = 0; p < PLAYERS; p++) putbit(S, &S->known[p], piece); }
SHARED void covers(St *S, I zone) {
  if (ZSEE[zone_place(S, zone)] != TOPMOST) return;
  L l = ld(S, S->s[zone]);
  if (l.n) seen_on_top(S, l.p[l.n - 1]);
}

/* One of several interchangeable pieces left, but a player who could not look in does not know which. Let the player
   forget the first known copy. */
static inline void forget_copy(St *S, M *known, I piece, M pile) {
  M among = meet(pile, *known);
  if ((uint64_t)piece >= NP || PCOPY[piece] < 0 || !somebits(among)) return;
  for (I p = 0; p < NP && p < W * 64; p++)
    if (has(among, p) && PCOPY[p] == PCOPY[piece]) { offbit(known, p); return; }
}
/* As `Tracker.moved`: a piece moved from zone `old` to `zone`. `pile` is what is still in `old`; `with_all` means
   that nothing stays there. */
SHARED void known_moved(St *S, I piece, I old, I zone, M pile, int with_all, int on_top, int among, int covered) {
  I from = zone_place(S, old), to = zone_place(S, zone);
  for (I p = 0; p < PLAYERS; p++) {
    int looked = ZSEE[from] == TOPMOST ? has(S->known[p], piece) : may_see(S, p, piece, old);
    looked = looked || has(S->held[p], piece);
    int arrived = ZSEE[to] == TOPMOST && (on_top || covered) ? !covered : may_see(S, p, piece, zone);
    int saw = looked || arrived, lost = !ZORD[from] && !with_all;
    if (saw && lost && !looked && !has(S->known[p], piece)) forget_copy(S, &S->known[p], piece, pile);
    if (saw) putbit(S, &S->known[p], piece);
    else if (lost) { S->known[p] = less(S->known[p], pile); offbit(&S->known[p], piece); }
    else if (among && !ZORD[from] && ZORD[to]) offbit(&S->known[p], piece);
  }
  if (!has(S->face, piece) && is_oblivion(S, zone)) forgotten(S, piece);
}
/* Return the unordered zones that are empty once `pieces` have moved. */
SHARED L emptied(St *S, L pieces) {
  M mask = mask_of(S, pieces);
  B b = begin(S, pieces.n);
  for (I i = 0; i < pieces.n; i++) {
    I zone = lies(S, pieces.p[i]), z = zone_place(S, zone);
    if (!ZORD[z] && !somebits(less(S->z[z], mask))) b.p[b.n++] = zone;
  }
  return end(S, &b);
}
/* Record that pieces moved from zone `old` to `zone`; if that is ordered, to its top. */
SHARED void noticed(St *S, L pieces, I old, I zone) {
  I from = zone_place(S, old);
  M left = ZORD[from] ? nobits() : S->z[from];
  int with_all = !somebits(left);
  if (!ZORD[from]) left = join(left, mask_of(S, pieces));
  if (pieces.n && ZSEE[from] == TOPMOST) seen_on_top(S, pieces.p[pieces.n - 1]);
  if (ZSEE[zone_place(S, zone)] == TOPMOST) {
    L l = ld(S, S->s[zone]);
    if (l.n > pieces.n) seen_on_top(S, l.p[l.n - pieces.n - 1]);
  }
  for (I i = 0; i < pieces.n; i++) {
    offbit(&left, pieces.p[i]);
    known_moved(S, pieces.p[i], old, zone, left, with_all, 1, pieces.n > 1, i < pieces.n - 1);
  }
}
SHARED void known_turned(St *S, I piece, I up) {
  for (I p = 0; p < PLAYERS; p++) putbit(S, &S->known[p], piece);
  if (!up && is_oblivion(S, lies(S, PWHOLE[piece] >= 0 ? PWHOLE[piece] : piece))) forgotten(S, piece);
}
SHARED void known_shuffled(St *S, L pieces) { for (I i = 0; i < pieces.n; i++) forgotten(S, pieces.p[i]); }
/* Record that pieces are shown to some players. Parts of pieces are in no zone themselves, and are not recorded. If
   others must not hear of it (`aside`), the pieces shown to them before stay visible. */
SHARED void shown_to(St *S, L pieces, L players, I site, I aside) {
  for (I p = 0; p < PLAYERS; p++) {
    I listens = !aside;
    for (I i = 0; i < players.n; i++) listens |= players.p[i] == p;
    if (!listens || site == S->showing[p]) continue;
    S->held[p] = S->picked[p] = nobits();
    S->showing[p] = site;
    if (!aside) S->picking = -1;
  }
  for (I i = 0; i < players.n; i++) {
    I p = index_of(S, players.p[i], PLAYERS);
    for (I j = 0; j < pieces.n; j++)
      if (pieces.p[j] < 0) fail(S, E_INDEX);
      else if (pieces.p[j] < W * 64) {
        putbit(S, &S->known[p], pieces.p[j]);
        putbit(S, &S->held[p], pieces.p[j]);
      }
  }
}
