/* Powers, moves, the order of abilities, and which pieces are alike: runtime/primitives/powers.py, active_abilities.py,
   zones.py, reaction_and_replacement_order.py and equal_and_hidden_options.py, function by function. */

#define KNOWN(S) __builtin_expect((S)->knows, 0)

/* ---- powers */
static inline int standing(St *S, I piece, I zone) {
  I z = zone_place(S, zone);
  return ZSEE[z] == FACES && !has(S->face, piece) ? -1 : ZWORD[z];
}
static inline int has_own(const St *S, I definition) {
  return PFROM[definition] >= 0 && !(S->blank && S->blank[definition]);
}
static inline I how_had(I entry) { return entry >> HOW & 3; }
SHARED L powers_of(St *S, I piece) {
  piece_place(S, piece);
  if (has(S->supp, piece)) return nothing();
  L gained = ld(S, S->s[GAINED]);
  B b = begin(S, gained.n + 1);
  I own = PDEF[piece];
  if (own >= 0 && has_own(S, own) && !has(S->lost, piece)) push(S, &b, own);
  for (I i = 0; i < gained.n; i++) {
    if ((gained.p[i] & NO_PIECE) != piece) continue;
    I how = how_had(gained.p[i]), power = gained.p[i] >> SHIFT & NO_PIECE;
    if (how == TAKEN) { b.n = 0; break; }
    if (how == INSTEAD) b.n = 0;
    if (power != NO_POWER) push(S, &b, power);
  }
  return end(S, &b);
}
/* Return the abilities of a piece that are marked in `wanted`, whichever zone the piece is in. */
SHARED L own_abilities(St *S, I piece, L wanted) {
  B b = begin(S, 4);
  L powers = piece < 0 ? nothing() : powers_of(S, piece);
  for (I i = 0; i < powers.n; i++) {
    if ((uint64_t)powers.p[i] >= NDEF || !has_own(S, powers.p[i])) continue;
    for (const int32_t *a = PABIL + PFROM[powers.p[i]]; *a >= 0; a++)
      if (at(S, wanted, *a)) push(S, &b, (I)*a << SHIFT | piece);
  }
  return end(S, &b);
}
SHARED void enlist(St *S, I piece, I power, int before, int now) {
  if ((uint64_t)power >= NDEF || !has_own(S, power)) return;
  for (const int32_t *a = PABIL + PFROM[power]; *a >= 0; a++) {
    int was = before >= 0 && ABWHERE[*a] >> before & 1, is = now >= 0 && ABWHERE[*a] >> now & 1;
    if (was == is) continue;
    I entry = (I)*a << SHIFT | piece;
    for (const int32_t *slot = ABSLOT + ABFROM[*a]; *slot >= 0; slot++)
      S->s[*slot] = keep(S, is ? offer(S, ld(S, S->s[*slot]), entry) : but(S, ld(S, S->s[*slot]), entry));
  }
}
SHARED void relist(St *S, I piece, I old, I zone) {
  int before = standing(S, piece, old), now = standing(S, piece, zone);
  L powers = powers_of(S, piece);
  for (I i = 0; i < powers.n; i++) enlist(S, piece, powers.p[i], before, now);
}
/* Keep only the gained powers marked in `stay`; keep the arguments stored for those of them that can end. */
SHARED void thin(St *S, L stay) {
  L all = ld(S, S->s[GAINED]);
  for (const int32_t *a = GRANTS; *a >= 0; a++)
    for (const int32_t *slot = GHELD + GFROM[*a]; *slot >= 0; slot++) {
      L held = ld(S, S->s[*slot]);
      B left = begin(S, held.n);
      for (I i = 0, row = 0; i < all.n; i++)
        if (how_had(all.p[i]) && all.p[i] >> ENDED_BY == *a) {
          I value = at(S, held, row++);
          if (stay.p[i]) left.p[left.n++] = value;
        }
      S->s[*slot] = keep(S, end(S, &left));
    }
  B b = begin(S, all.n);
  for (I i = 0; i < all.n; i++) if (stay.p[i]) b.p[b.n++] = all.p[i];
  S->s[GAINED] = keep(S, end(S, &b));
}
SHARED void thin_of(St *S, I piece, I how, int only) {
  L all = ld(S, S->s[GAINED]);
  B b = begin(S, all.n);
  for (I i = 0; i < all.n; i++) b.p[b.n++] = (all.p[i] & NO_PIECE) != piece || (how_had(all.p[i]) == how) != only;
  thin(S, end(S, &b));
}
SHARED int quiet(St *S, I piece) {
  if (has(S->supp, piece)) return 1;
  L all = ld(S, S->s[GAINED]);
  for (I i = 0; i < all.n; i++) if ((all.p[i] & NO_PIECE) == piece && how_had(all.p[i]) == TAKEN) return 1;
  return 0;
}
static inline int here_of(St *S, I piece) { return standing(S, piece, S->s[LOC + piece_place(S, piece)]); }
static inline void all_enlisted(St *S, I piece, L powers, int before, int now) {
  for (I i = 0; i < powers.n; i++) enlist(S, piece, powers.p[i], before, now);
}
SHARED void copy_power(St *S, I source, I onto, I instead) {
  L gained = powers_of(S, source);
  int here = here_of(S, onto);
  if (instead) {
    all_enlisted(S, onto, powers_of(S, onto), here, -1);
    putbit(S, &S->lost, onto);
    thin_of(S, onto, TAKEN, 0);
  }
  if (ld(S, S->s[GAINED]).n + gained.n > MOST_GAINED) fail(S, E_ENDLESS);
  for (I i = 0; i < gained.n; i++) S->s[GAINED] = keep(S, offer(S, ld(S, S->s[GAINED]), gained.p[i] << SHIFT | onto));
  if (!quiet(S, onto)) all_enlisted(S, onto, gained, -1, here);
}
SHARED void grant(St *S, I source, I onto, I how, I ability, L held) {
  L gained = how != TAKEN ? powers_of(S, source) : nothing(), rows = gained;
  int here = here_of(S, onto);
  if (!rows.n && how != BESIDE) rows = one(S, NO_POWER);
  if (ld(S, S->s[GAINED]).n + rows.n > MOST_GAINED) fail(S, E_ENDLESS);
  if (how != BESIDE) all_enlisted(S, onto, powers_of(S, onto), here, -1);
  const int32_t *keeps = (uint64_t)ability < NABIL && GFROM[ability] >= 0 ? GHELD + GFROM[ability] : 0;
  for (I i = 0; i < rows.n; i++) {
    I entry = ability << ENDED_BY | how << HOW | rows.p[i] << SHIFT | onto, value = 0;
    S->s[GAINED] = keep(S, offer(S, ld(S, S->s[GAINED]), entry));
    how = BESIDE;
    for (const int32_t *slot = keeps; slot && *slot >= 0; slot++)
      S->s[*slot] = keep(S, offer(S, ld(S, S->s[*slot]), at(S, held, value++)));
  }
  if (!quiet(S, onto)) all_enlisted(S, onto, gained, -1, here);
}
/* Stop a power of a piece; if the piece has it several times, stop the one that started last. */
SHARED void delist(St *S, I piece, I power, int here) {
  if ((uint64_t)power >= NDEF || !has_own(S, power)) return;
  for (const int32_t *a = PABIL + PFROM[power]; *a >= 0; a++) {
    if (here < 0 || !(ABWHERE[*a] >> here & 1)) continue;
    for (const int32_t *slot = ABSLOT + ABFROM[*a]; *slot >= 0; slot++) {
      L l = ld(S, S->s[*slot]);
      I gone = l.n - 1;
      while (gone >= 0 && l.p[gone] != ((I)*a << SHIFT | piece)) gone--;
      if (gone < 0) fail(S, E_INDEX);
      B b = begin(S, l.n);
      for (I i = 0; i < l.n; i++) if (i != gone) b.p[b.n++] = l.p[i];
      S->s[*slot] = keep(S, end(S, &b));
    }
  }
}
/* Start the powers that a piece has gained since `before`, and stop those that it has lost. */
SHARED void settle(St *S, I piece, L before) {
  L now = powers_of(S, piece);
  int here = here_of(S, piece);
  for (I i = 0; i < before.n; i++)
    if (!in(slice(before, 0, i), before.p[i]))
      for (I gone = times(before, before.p[i]) - times(now, before.p[i]); gone > 0; gone--)
        delist(S, piece, before.p[i], here);
  for (I i = 0; i < now.n; i++)
    if (times(rest(now, i), now.p[i]) > times(before, now.p[i])) enlist(S, piece, now.p[i], -1, here);
}
SHARED void expire(St *S, I ability, L left) {
  L all = ld(S, S->s[GAINED]);
  B stay = begin(S, all.n), pieces = begin(S, all.n), powers = begin(S, all.n);
  for (I i = 0, row = 0; i < all.n; i++) {
    int mine = how_had(all.p[i]) && all.p[i] >> ENDED_BY == ability, stays = !mine || in(left, row);
    I piece = all.p[i] & NO_PIECE;
    row += mine;
    stay.p[stay.n++] = stays;
    L known = { pieces.p, pieces.n };
    if (stays || in(known, piece)) continue;
    pieces.p[pieces.n++] = piece;
    powers.p[powers.n++] = keep(S, powers_of(S, piece));
  }
  L stays = { stay.p, stay.n };
  thin(S, stays);
  for (I i = 0; i < pieces.n; i++) settle(S, pieces.p[i], ld(S, powers.p[i]));
}
SHARED void suppress(St *S, I piece, I on) {
  if (on ? has(S->supp, piece) : !quiet(S, piece)) return;
  L before = powers_of(S, piece);
  if (on) {
    all_enlisted(S, piece, before, here_of(S, piece), -1);
    putbit(S, &S->supp, piece);
  } else {
    offbit(&S->supp, piece);
    thin_of(S, piece, TAKEN, 1);
    settle(S, piece, before);
  }
}
SHARED void renew(St *S, I piece) {
  int here = here_of(S, piece);
  all_enlisted(S, piece, powers_of(S, piece), here, -1);
  offbit(&S->supp, piece);
  offbit(&S->lost, piece);
  thin_of(S, piece, -1, 0);
  all_enlisted(S, piece, powers_of(S, piece), -1, here);
}
static inline int has_power(St *S, I piece) { return piece >= 0 && powers_of(S, piece).n; }

/* ---- moving and turning */
/* Fail if a piece would come to lie on itself, or on a piece that it carries. */
static void check_nesting(St *S, L moved, I zone) {
  for (I z = zone_place(S, zone); ZKIND[z] >= 0;) {
    I piece = ZKIND[z] + ZNUM[z];
    if (PWHOLE[piece] >= 0) piece = PWHOLE[piece];
    if (in(moved, piece)) fail(S, E_NESTED);
    z = zone_place(S, lies(S, piece));
  }
}
static inline I place_in(L l, I piece) { I i = 0; while (i < l.n && l.p[i] != piece) i++; return i; }
static inline I place_of(St *S, I piece) {
  if (piece < 0) return 0;
  I zone = lies(S, piece);
  return ZORD[zone_place(S, zone)] ? place_in(ld(S, S->s[zone]), piece) + 1 : 0;
}
static inline L neighbours(St *S, I piece) {
  if (piece < 0 || !ZORD[zone_place(S, lies(S, piece))]) return nothing();
  L l = ld(S, S->s[lies(S, piece)]);
  I place = place_in(l, piece);
  B b = begin(S, 2);
  if (place > 0) b.p[b.n++] = l.p[place - 1];
  if (place + 1 < l.n) b.p[b.n++] = l.p[place + 1];
  return end(S, &b);
}
/* Return the piece directly above the position to which pieces are moved; -1 at the top and bottom, and in unordered
   zones. */
static inline I find_above(St *S, L moved, I zone, I bottom) {
  if (bottom < 2 || !ZORD[zone_place(S, zone)]) return -1;
  L l = ld(S, S->s[zone]);
  I left = bottom - 2;
  for (I i = 0; i < l.n; i++) if (!in(moved, l.p[i]) && left-- == 0) return l.p[i];
  return -1;
}
static inline L put_below(St *S, L l, I piece, I above) {
  I place = place_in(l, above);
  B b = begin(S, l.n + 1);
  for (I i = 0; i < l.n; i++) {
    if (i == place) b.p[b.n++] = piece;
    b.p[b.n++] = l.p[i];
  }
  return end(S, &b);
}
SHARED void put(St *S, L moved, I zone, I bottom) {
  if (moved.n) check_nesting(S, moved, zone);
  I above = moved.n ? find_above(S, moved, zone, bottom) : -1;
  L gone = KNOWN(S) ? emptied(S, moved) : nothing(), lying = nothing();
  if (KNOWN(S) && moved.n) {
    B b = begin(S, moved.n);
    for (I i = 0; i < moved.n; i++) { b.p[b.n++] = lies(S, moved.p[i]); covers(S, lies(S, moved.p[i])); }
    lying = end(S, &b);
    covers(S, zone);
  }
  for (I i = 0; i < moved.n; i++) {
    I piece = moved.p[i], old = lies(S, piece), from = zone_place(S, old), to = zone_place(S, zone);
    if (ZORD[from]) {
      L l = ld(S, S->s[old]);
      S->s[old] = l.n && l.p[l.n - 1] == piece && !in(but_last(l), piece) ? keep(S, but_last(l)) : keep(S, but(S, l, piece));
    } else {
      offbit(&S->z[from], piece);
    }
    if (ZORD[to]) {
      L l = ld(S, S->s[zone]);
      if (above >= 0) S->s[zone] = keep(S, put_below(S, l, piece, above));
      else S->s[zone] = keep(S, bottom == 1 ? cat(S, one(S, piece), l) : offer(S, l, piece));
    } else {
      putbit(S, &S->z[to], piece);
    }
    S->s[LOC + piece] = zone;
    if (KNOWN(S)) {
      int among = 0;
      for (I j = 0; j < lying.n; j++) among += lying.p[j] == old;
      int covered = i < moved.n - 1 && bottom != 1;
      known_moved(S, piece, old, zone, ZORD[from] ? nobits() : S->z[from], in(gone, old), 0, among > 1, covered);
    }
    if (ZWORKS[from] || ZWORKS[to]) relist(S, piece, old, zone);
    if (ZSEE[to] != FACES) offbit(&S->face, piece);
  }
}
SHARED void turn(St *S, L turned, I up) {
  for (I i = 0; i < turned.n; i++) {
    I piece = turned.p[i];
    if (has(S->face, piece) == up) continue;
    I zone = POWERFUL ? S->s[LOC + piece_place(S, piece)] : 0;
    int before = POWERFUL ? standing(S, piece, zone) : 0;
    if (up) putbit(S, &S->face, piece); else offbit(&S->face, piece);
    int now = POWERFUL ? standing(S, piece, zone) : 0;
    if (before != now) {
      L powers = powers_of(S, piece);
      for (I j = 0; j < powers.n; j++) enlist(S, piece, powers.p[j], before, now);
    }
    if (KNOWN(S)) known_turned(S, piece, up);
  }
}
SHARED void shuffle(St *S, I zone) {
  I z = zone_place(S, zone);
  if (!ZORD[z]) return;                  /* nothing to do in an unordered zone */
  L l = ld(S, S->s[zone]);
  B b = begin(S, l.n);
  pushall(S, &b, l);
  mix(S, b.p, b.n);
  L mixed = end(S, &b);
  S->s[zone] = keep(S, mixed);
  if (KNOWN(S)) known_shuffled(S, mixed);
}

/* ---- whose abilities come first */
static inline I active(St *S) { return ACTIVE < 0 ? 0 : larger(0, S->s[ACTIVE < 0 ? 0 : ACTIVE]); }
SHARED L order(St *S, L entries) {
  if (entries.n < 2) return entries;
  I first = active(S);
  B b = begin(S, entries.n), keys = begin(S, entries.n);
  for (I i = 0; i < entries.n; i++) {
    I who = controller(S, entries.p[i] & NO_PIECE), key = -1, j = i;
    if (who >= 0) { key = (who - first) * STEP % PLAYERS; if (key < 0) key += PLAYERS; }
    for (; j > 0 && keys.p[j - 1] > key; j--) { b.p[j] = b.p[j - 1]; keys.p[j] = keys.p[j - 1]; }
    b.p[j] = entries.p[i];
    keys.p[j] = key;
  }
  b.n = entries.n;
  return end(S, &b);
}
SHARED int in_sight(St *S, I player, I piece) {
  if (piece >= NP) return 1;
  I outer = PWHOLE[piece_place(S, piece)] >= 0 ? PWHOLE[piece] : piece;
  return may_see(S, player, outer, lies(S, outer));
}
SHARED int lies_open(St *S, I piece) {
  for (I player = 0; piece >= 0 && player < PLAYERS; player++) if (!in_sight(S, player, piece)) return 0;
  return 1;
}
SHARED L ranked(St *S, I who, L entries) {
  I *p = room(S, 4);
  p[0] = 0; p[1] = who; p[2] = 1; p[3] = keep(S, entries);
  L l = { p, 4 };
  return l;
}
SHARED L ranking(St *S, L entries, I doer) {
  int open = entries.n < 2 || doer >= 0;
  if (entries.n >= 2 && doer >= 0)
    for (I i = 0; i < entries.n && open; i++) open = in_sight(S, doer, entries.p[i] & NO_PIECE);
  if (open) return ranked(S, doer >= 0 ? doer : controller(S, at(S, entries, 0) & NO_PIECE), entries);
  L all = order(S, entries);
  I first = controller(S, all.p[0] & NO_PIECE);
  B b = begin(S, all.n);
  for (I i = 0; i < all.n; i++) if (controller(S, all.p[i] & NO_PIECE) == first) push(S, &b, all.p[i]);
  return ranked(S, first >= 0 ? first : doer >= 0 ? doer : active(S), end(S, &b));
}

/* ---- which pieces are alike */
SHARED M special(St *S) {
  M m = join(S->face, join(S->supp, S->lost));
  L gained = ld(S, S->s[GAINED]);
  for (I i = 0; i < gained.n; i++) putbit(S, &m, gained.p[i] & NO_PIECE);
  for (const int32_t *slot = USES; *slot >= 0; slot++) {
    L uses = ld(S, S->s[*slot]);
    for (I i = 0; i < uses.n; i++) {
      L use = ld(S, uses.p[i]);
      if (use.n > 4 && part(S, use, 1) < NO_PIECE) putbit(S, &m, part(S, use, 1));
    }
  }
  for (const int32_t *slot = NAMING; *slot >= 0; slot++) {
    if (SLOTS[*slot] == 'l') {
      L named = ld(S, S->s[*slot]);
      for (I i = 0; i < named.n; i++) if ((uint64_t)named.p[i] < W * 64) putbit(S, &m, named.p[i]);
    } else if ((uint64_t)S->s[*slot] < W * 64) {
      putbit(S, &m, S->s[*slot]);
    }
  }
  return m;
}
static int sorted_first(const void *a, const void *b) {
  I x = *(const I *)a, y = *(const I *)b;
  return x < y ? -1 : x > y;
}
/* Return the powers that a piece has gained, each with its stored arguments: sorted, or in their order if one of them
   can end. */
SHARED L gained_by(St *S, I piece) {
  L gained = ld(S, S->s[GAINED]);
  B b = begin(S, gained.n * 2);
  int ends = 0;
  for (I i = 0; i < gained.n; i++) {
    I ability = how_had(gained.p[i]) ? gained.p[i] >> ENDED_BY : -1, row = 0;
    if ((gained.p[i] & NO_PIECE) != piece) continue;
    push(S, &b, gained.p[i] >> SHIFT);
    if (ability < 0) continue;
    ends = 1;
    for (I j = 0; j < i; j++) row += how_had(gained.p[j]) && gained.p[j] >> ENDED_BY == ability;
    for (const int32_t *slot = GHELD + GFROM[ability]; *slot >= 0; slot++) push(S, &b, at(S, ld(S, S->s[*slot]), row));
  }
  if (!ends) qsort(b.p, b.n, sizeof(I), sorted_first);
  return end(S, &b);
}
SHARED L used_by(St *S, I piece) {
  B b = begin(S, 8);
  for (const int32_t *slot = USES; *slot >= 0; slot++) {
    L uses = ld(S, S->s[*slot]);
    for (I i = 0; i < uses.n; i++) {
      L use = ld(S, uses.p[i]);
      if (use.n > 4 && part(S, use, 1) == piece) push(S, &b, part(S, use, 0) << 16 | (part(S, use, 2) + 1));
    }
  }
  qsort(b.p, b.n, sizeof(I), sorted_first);
  return end(S, &b);
}
SHARED int is_named(St *S, I piece) {
  for (const int32_t *slot = NAMING; *slot >= 0; slot++)
    if (SLOTS[*slot] == 'l' ? in(ld(S, S->s[*slot]), piece) : S->s[*slot] == piece) return 1;
  return 0;
}
/* Whether a piece is `special`. A piece that is never in a zone itself, such as a part, has no bit in a mask. */
static inline int is_odd(St *S, M odd, I piece) { return piece < W * 64 ? has(odd, piece) : is_named(S, piece); }
int same_nature(St *S, M odd, I a, I b);
SHARED int same_heap(St *S, M odd, L a, L b) {
  if (a.n != b.n) return 0;
  B left = begin(S, b.n);
  pushall(S, &left, b);
  for (I i = 0; i < a.n; i++) {
    I j = 0;
    while (j < left.n && !same_nature(S, odd, a.p[i], left.p[j])) j++;
    if (j == left.n) return 0;
    left.p[j] = left.p[--left.n];
  }
  return 1;
}
SHARED int same_nature(St *S, M odd, I a, I b) {
  entered(S);
  if (a == b) return 1;
  piece_place(S, a);
  piece_place(S, b);
  if (PWHAT[a] != PWHAT[b] || is_odd(S, odd, a) != is_odd(S, odd, b)) return 0;
  if (is_odd(S, odd, a)) {
    if (has(S->face, a) != has(S->face, b) || has(S->supp, a) != has(S->supp, b) || has(S->lost, a) != has(S->lost, b))
      return 0;
    if (!same(gained_by(S, a), gained_by(S, b)) || !same(used_by(S, a), used_by(S, b))) return 0;
    if (is_named(S, a) || is_named(S, b)) return 0;
  }
  const int32_t *ka = KEPT + KFROM[a], *kb = KEPT + KFROM[b], *oa = ON + OFROM[a], *ob = ON + OFROM[b];
  for (; *ka >= 0 && *kb >= 0; ka++, kb++)
    if (SLOTS[*ka] == 'l' ? !same(ld(S, S->s[*ka]), ld(S, S->s[*kb])) : S->s[*ka] != S->s[*kb]) return 0;
  if (*ka >= 0 || *kb >= 0) return 0;
  for (; *oa >= 0 && *ob >= 0; oa++, ob++) {
    L la = content(S, *oa), lb = content(S, *ob);
    if (!ZORD[*oa - ZF]) { if (!same_heap(S, odd, la, lb)) return 0; continue; }
    if (la.n != lb.n) return 0;
    for (I i = 0; i < la.n; i++) if (!same_nature(S, odd, la.p[i], lb.p[i])) return 0;
  }
  if (*oa >= 0 || *ob >= 0) return 0;
  L pa = { PPARTS + RFROM[a], RSIZE[a] }, pb = { PPARTS + RFROM[b], RSIZE[b] };
  return same_heap(S, odd, pa, pb);
}
SHARED I mark_place(St *S, I piece) { return PWHOLE[piece_place(S, piece)] >= 0 ? PWHOLE[piece] : lies(S, piece); }
SHARED int same_mark(St *S, M odd, I a, I b) {
  return mark_place(S, a) == mark_place(S, b) && same_nature(S, odd, a, b);
}
SHARED L unlike(St *S, L options) {
  B b = begin(S, options.n);
  for (I i = 0; i < options.n; i++) {
    I j = 0, sort = PSORT[index_of(S, options.p[i], NP)];
    while (j < b.n && PSORT[index_of(S, b.p[j], NP)] != sort) j++;
    if (j == b.n) b.p[b.n++] = options.p[i];
  }
  return end(S, &b);
}
SHARED L apart(St *S, L options) {
  if (options.n < 2) return options;
  M odd = special(S);
  B b = begin(S, options.n);
  for (I i = 0; i < options.n; i++) {
    I j = 0;
    while (j < b.n && !same_mark(S, odd, b.p[j], options.p[i])) j++;
    if (j == b.n) b.p[b.n++] = options.p[i];
  }
  return end(S, &b);
}
SHARED L choices(St *S, L from, I need, I alike) {
  L reach = slice(from, 0, from.n - (need > 1 ? need : 1) + 1);
  return !alike ? reach : alike == BY_DEFINITION ? unlike(S, reach) : apart(S, reach);
}
SHARED L by_backs(St *S, I player, L options, I alike, I mixed) {
  M odd = alike ? special(S) : nobits();
  B seen = begin(S, options.n), lying = begin(S, options.n), backs = begin(S, options.n), all = begin(S, options.n);
  for (I i = 0; i < options.n; i++) {
    I option = options.p[i], piece = PWHOLE[piece_place(S, option)] < 0 ? option : PWHOLE[option], zone = lies(S, piece);
    if (may_see(S, player, piece, zone)) {
      I j = 0;
      while (j < seen.n && !(alike ? same_mark(S, odd, seen.p[j], option) : seen.p[j] == option)) j++;
      if (j == seen.n) seen.p[seen.n++] = option;
    } else if (ZORD[zone - ZF] || !mixed) {
      lying.p[lying.n++] = option;
    } else {
      backs.p[backs.n++] = option;
    }
  }
  mix(S, backs.p, backs.n);
  B *parts[] = { &seen, &lying, &backs };
  for (int k = 0; k < 3; k++) for (I i = 0; i < parts[k]->n; i++) push(S, &all, parts[k]->p[i]);
  return end(S, &all);
}
SHARED L on_backs(St *S, I player, L options) {
  B seen = begin(S, options.n), backs = begin(S, options.n), all = begin(S, options.n);
  for (I i = 0; i < options.n; i++) {
    I piece = ZCARRIER[zone_place(S, options.p[i])];
    B *to = piece >= 0 && !may_see(S, player, piece, lies(S, piece)) ? &backs : &seen;
    to->p[to->n++] = options.p[i];
  }
  mix(S, backs.p, backs.n);
  for (I i = 0; i < seen.n; i++) push(S, &all, seen.p[i]);
  for (I i = 0; i < backs.n; i++) push(S, &all, backs.p[i]);
  return end(S, &all);
}
