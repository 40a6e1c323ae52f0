/* Zones, who controls the pieces in them, and who sees these: runtime/primitives/zones.py, function by function. */

static inline I zone_place(St *S, I zone) {
  if (!LIKELY((uint64_t)(zone - ZF) < NZ)) fail(S, E_INDEX);
  return zone - ZF;
}
static inline I piece_place(St *S, I piece) {
  if (!LIKELY((uint64_t)piece < NP)) fail(S, E_INDEX);
  return piece;
}
SHARED I find(St *S, I piece) {
  for (I z = 0; z < NZ; z++) if (ZORD[z] ? in(ld(S, S->s[ZF + z]), piece) : has(S->z[z], piece)) return ZF + z;
  return ZF;
}
static inline I lies(St *S, I piece) { piece_place(S, piece); return LOCATED ? S->s[LOC + piece] : find(S, piece); }
static inline L content(St *S, I zone) {
  if (zone < 0) return nothing();
  I z = zone_place(S, zone);
  return ZORD[z] ? ld(S, S->s[zone]) : ids(S, S->z[z]);
}
static inline L top(St *S, I zone, I n) {
  if (n <= 0 || zone < 0) return nothing();
  I z = zone_place(S, zone);
  if (!ZORD[z]) return nothing();
  L l = ld(S, S->s[zone]);
  if (n > l.n) n = l.n;
  B b = begin(S, n);
  for (I i = 0; i < n; i++) b.p[b.n++] = l.p[l.n - 1 - i];
  return end(S, &b);
}

/* ---- holding and seeing */
/* Whether a zone is in play, or lies on a piece that is. */
SHARED I in_play(St *S, I zone) {
  while (zone >= 0) {
    I z = zone_place(S, zone);
    if (ZPLAY[z]) return 1;
    if (ZCARRIER[z] < 0) return 0;
    zone = lies(S, ZCARRIER[z]);
    worked(S);
  }
  return 0;
}
SHARED I controller(St *S, I piece) {
  for (;;) {
    if ((uint64_t)piece >= NP) return -1;
    if (PWHOLE[piece] >= 0) { piece = PWHOLE[piece]; continue; }
    I z = zone_place(S, S->s[LOC + piece]);
    if (ZKIND[z] == OF_PLAYER) return ZNUM[z];
    if (ZKIND[z] == OF_TABLE) return PKEEPER[piece] < 0 ? -1 : S->s[PKEEPER[piece]];
    piece = ZKIND[z] + ZNUM[z];
    worked(S);
  }
}
static inline I holder(St *S, I piece, I doer) { return piece < NP ? controller(S, piece) : doer; }
SHARED I zone_holder(St *S, I zone) {
  I z = zone_place(S, zone);
  return ZKIND[z] == OF_PLAYER ? ZNUM[z] : ZKIND[z] == OF_TABLE ? -1 : controller(S, ZKIND[z] + ZNUM[z]);
}
/* Return who decides for a player: another player who is still in the game, or the player. */
static inline I decider(St *S, I player) {
  if (DECIDER < 0 || player < 0) return player;
  I other = S->s[(DECIDER < 0 ? 0 : DECIDER) + index_of(S, player, PLAYERS)];
  return other < 0 || (OUT >= 0 && S->s[(OUT < 0 ? 0 : OUT) + other]) ? player : other;
}
/* Whether a player sees as another: is that player, or decides for that player. */
static inline int sees_as(St *S, I player, I other) {
  return other == player || (DECIDER >= 0 && other >= 0 && decider(S, other) == player);
}
static inline int sees(St *S, I player, I zone) {
  if (player < 0 || zone < 0) return 0;
  int see = ZSEE[zone_place(S, zone)];
  if (see != OTHERS && see != OWNER) return see == EVERYONE;
  I owner = zone_holder(S, zone);
  for (I p = 0; p < PLAYERS; p++)
    if (sees_as(S, player, p) && (owner == p) == (see == OWNER)) return 1;
  return 0;
}
static int may_look(St *S, I player, I piece, I zone) {
  I z = zone_place(S, zone);
  if (ZSEE[z] == FACES) return has(S->face, piece) || (ZDOWN[z] == OWNER && zone_holder(S, zone) == player);
  if (ZSEE[z] == TOPMOST) {
    if (!ZORD[z]) fail(S, E_SHAPE);
    L l = ld(S, S->s[zone]);
    return l.n && l.p[l.n - 1] == piece;
  }
  if (ZSEE[z] == OTHERS) {
    I owner = zone_holder(S, zone);
    return owner < 0 || (player >= 0 && owner != player); /* a spectator may sit behind anybody */
  }
  return ZSEE[z] == EVERYONE || (ZSEE[z] == OWNER && zone_holder(S, zone) == player);
}
SHARED int may_see(St *S, I player, I piece, I zone) {
  if (may_look(S, player, piece, zone)) return 1;
  for (I p = 0; DECIDER >= 0 && player >= 0 && p < PLAYERS; p++)
    if (p != player && sees_as(S, player, p) && may_look(S, p, piece, zone)) return 1;
  return 0;
}

