/* Determinization for the player who has to decide: a sample of what is hidden from that player. The steps and the
   random numbers are those of query/determinization.py and query/knowledge/remap_hidden_references.py, so that a seed
   gives the same sample. */

static inline I piece_now(const Unseen *u, I piece) {
  return (uint64_t)piece < NP && u->now[piece] >= 0 ? u->now[piece] : piece;
}
static inline I zone_now(const Unseen *u, I zone) {
  return (uint64_t)(zone - ZF) < NZ && u->zone_now[zone - ZF] >= 0 ? u->zone_now[zone - ZF] : zone;
}
static I list_now(const Unseen *u, St *S, L l) {
  B b = begin(S, l.n);
  for (I i = 0; i < l.n; i++) b.p[b.n++] = piece_now(u, l.p[i]);
  return keep(S, end(S, &b));
}
static M mask_now(const Unseen *u, St *S, M m) {
  M found = nobits();
  for (I i; (i = nextbit(&m)) >= 0;) putbit(S, &found, piece_now(u, i));
  return found;
}
static void list_powers(St *S, I piece, int before, int now) {
  all_enlisted(S, piece, powers_of(S, piece), before, now);
}
/* Replace each of `pieces` in a zone by the piece at the same index in `after`. */
static void lay(St *S, I slot, const I *pieces, const I *after, I n) {
  I z = slot - ZF;
  if (!ZORD[z]) {
    for (I i = 0; i < n; i++) offbit(&S->z[z], pieces[i]);
    for (I i = 0; i < n; i++) putbit(S, &S->z[z], after[i]);
    return;
  }
  L l = ld(S, S->s[slot]);
  B b = begin(S, l.n);
  for (I i = 0, next = 0; i < l.n; i++) {
    int hidden = next < n && pieces[next] == l.p[i];
    b.p[b.n++] = hidden ? after[next++] : l.p[i];
  }
  S->s[slot] = keep(S, end(S, &b));
}
static inline int is_forgotten(const Unseen *u, I piece) { return piece < NP && u->kept[piece]; }
/* Reset the gained powers of `piece` or, if that is -1, of all hidden pieces. */
static void forget_gained(const Unseen *u, St *S, I piece) {
  L gained = ld(S, S->s[GAINED]);
  B stay = begin(S, gained.n);
  for (I i = 0; i < gained.n; i++) {
    I on = gained.p[i] & NO_PIECE;
    stay.p[stay.n++] = piece < 0 ? on >= NP || u->kept[on] != 1 : on != piece;
  }
  thin(S, end(S, &stay));
}
/* Reset the face, and the gained and lost powers, of a piece of which the player knows only the zone. */
static void forget_powers(const Unseen *u, St *S, I piece) {
  L before = ld(S, keep(S, powers_of(S, piece)));
  M here = bit(S, piece);
  S->face = join(less(S->face, here), meet(u->start->face, here));
  S->supp = join(less(S->supp, here), meet(u->start->supp, here));
  S->lost = join(less(S->lost, here), meet(u->start->lost, here));
  forget_gained(u, S, piece);
  if (PWHOLE[piece] < 0) settle(S, piece, before); /* a part is in no zone itself, and has no powers */
}
/* Set a slot to the value of the slot `there` in another state. */
static void take_over(St *S, I slot, const St *from, I there) {
  if (SLOTS[slot] != 'l') { S->s[slot] = from->s[there]; return; }
  B copy = begin(S, 8);
  pushall(S, &copy, list_before(from, there));
  S->s[slot] = keep(S, end(S, &copy));
}
static void forget_marks(const Unseen *u, St *S) {
  M kept = nobits();
  for (I p = 0; p < NP && p < W * 64; p++) if (u->kept[p] == 1) putbit(S, &kept, p);
  S->face = join(less(S->face, kept), meet(u->start->face, kept));
  S->supp = join(less(S->supp, kept), meet(u->start->supp, kept));
  S->lost = join(less(S->lost, kept), meet(u->start->lost, kept));
  forget_gained(u, S, -1);
  for (I p = 0; p < NP && p < W * 64; p++) if (u->kept[p] == 2) forget_powers(u, S, p);
  for (const int32_t *m = MEMORY; m < MEMORY + NMEMORY * M_CELLS; m += M_CELLS)
    for (I n = 0; m[M_FIRST] >= 0 && n < m[M_COUNT]; n++) {
      I slot = m[M_BASE] + n;
      if (!u->kept[m[M_FIRST] + n / m[M_WIDTH]]) continue;
      take_over(S, slot, u->start, slot);
    }
}
/* Leave memory that the player sees on hidden pieces at its position, whichever piece is there now. */
static void keep_marks(const Unseen *u, St *S) {
  for (const int32_t *m = MEMORY; m < MEMORY + NMEMORY * M_CELLS; m += M_CELLS)
    for (const Row *row = u->row; row < u->row + u->nrows; row++) {
      if (!sees_marks(u, S, m, row)) continue;
      for (I i = 0; i < row->n; i++)
        for (I n = 0, piece = u->pieces[row->from + i]; n < m[M_WIDTH]; n++) {
          I first = m[M_BASE] + n - m[M_FIRST] * m[M_WIDTH];
          take_over(S, first + u->now[piece] * m[M_WIDTH], u->base, first + piece * m[M_WIDTH]);
        }
    }
}
/* Shuffle the references to pieces of which the player knows only the zone: each can mean any piece of the zone. */
static void mix_names(Unseen *u, St *S) {
  for (I i = 0; i < u->nunclear; i++) {
    const Row *known = &u->unclear[i], *hidden = 0;
    for (I h = 0; h < u->nheaps && !hidden; h++)
      for (I r = u->heap[h].rows; r < u->heap[h].rows + u->heap[h].nrows && !hidden; r++)
        if (u->row[r].slot == known->slot) hidden = &u->row[r];
    int carries = 0;
    for (I j = 0; hidden && j < hidden->n; j++) carries |= u->own_n[u->pieces[hidden->from + j]] > 0;
    if (carries) continue;
    M all = nobits();
    I n = 0, *before = u->drawn;
    /* in the zone from which the player picks, known pieces are offered by their faces, and keep their references */
    L offered = ASKED[S->site] == ASKS_PIECE ? ld(S, S->options) : nothing();
    int picked_from = 0;
    for (I j = 0; j < offered.n; j++)
      picked_from |= offered.p[j] >= 0 && lies(u->base, outer_of(u->base, offered.p[j])) == known->slot;
    for (I j = 0; j < known->n; j++) {
      if (picked_from || has(u->base->held[u->player], u->knowns[known->from + j])) continue;
      putbit(S, &all, u->knowns[known->from + j]);
      before[n++] = u->knowns[known->from + j];
    }
    for (I j = 0; hidden && j < hidden->n; j++) {
      I piece = u->pieces[hidden->from + j];
      putbit(S, &all, u->now[piece] >= 0 ? u->now[piece] : piece);
      before[n++] = piece;
    }
    if (bits(all) != n) fail(S, E_SHAPE);
    for (I a = 1; a < n; a++) {
      I piece = before[a], b = a;
      for (; b > 0; b--) {
        I found = by_names(u, before[b - 1], piece);
        if (found < 0 || (!found && before[b - 1] < piece)) break;
        before[b] = before[b - 1];
      }
      before[b] = piece;
    }
    L now = ids(S, all);
    mix(S, (I *)now.p, n);
    for (I j = 0; j < n; j++) u->now[before[j]] = now.p[j];
  }
}
/* Move the contents of zones on hidden pieces to the pieces that are now at the positions of these pieces. */
static void exchange_zones(Unseen *u, St *S) {
  for (I i = 0; u->ncarriers && i < NZ; i++) { u->lists[i] = S->s[ZF + i]; u->masks[i] = S->z[i]; }
  for (I c = 0; c < u->ncarriers; c++) {
    I piece = u->carriers[c], other = piece_now(u, piece);
    if (u->own_n[other] != u->own_n[piece]) fail(S, E_SHAPE);
    for (I i = 0; i < u->own_n[piece]; i++) {
      I here = u->own[u->own_from[piece] + i] - ZF, to = u->own[u->own_from[other] + i] - ZF;
      if (ZORD[here] != ZORD[to]) fail(S, E_SHAPE);
      u->zone_now[here] = ZF + to;
      if (ZORD[here]) S->s[ZF + to] = u->lists[here]; else S->z[to] = u->masks[here];
      L content = ZORD[here] ? ld(S, u->lists[here]) : ids(S, u->masks[here]);
      for (I j = 0; j < content.n; j++) S->s[LOC + piece_place(S, content.p[j])] = ZF + to;
    }
  }
}
/* Replace each reference to a piece by the piece now at its position: in memory, frames and options. */
static void exchange_names(Unseen *u, St *S) {
  for (const int32_t *m = MEMORY; m < MEMORY + NMEMORY * M_CELLS; m += M_CELLS)
    for (I slot = m[M_BASE]; m[M_NAMES] && slot < m[M_BASE] + m[M_COUNT]; slot++)
      S->s[slot] = m[M_NAMES] == A_PIECE ? piece_now(u, S->s[slot]) : list_now(u, S, ld(S, S->s[slot]));
  for (I f = 0; f < u->nframes; f++) {
    I segment, *word = frame_at(S, u, f, &segment);
    for (const int32_t *named = NAMED + NFROM[segment]; *named >= 0; named += 2) {
      I *cell = word + named[1];
      if (*named == A_PIECE) *cell = piece_now(u, *cell);
      else if (*named == A_ZONE) *cell = zone_now(u, *cell);
      else if (*named == PIECES) *cell = list_now(u, S, ld(S, *cell));
      else stmask(cell, mask_now(u, S, ldmask(cell)));
    }
  }
  if (ASKED[S->site] == ASKS_PIECE) S->options = list_now(u, S, ld(S, S->options));
  if (ZONES_APART[S->site] >= 0) {
    L options = ld(S, S->options);
    I at = ZONES_APART[S->site], down = at * APART;
    B b = begin(S, options.n);
    for (I i = 0; i < options.n; i++) {
      I option = options.p[i];
      b.p[b.n++] = (APART / 2 - option) / APART == at ? zone_now(u, option + down) - down : option;
    }
    S->options = keep(S, end(S, &b));
  }
}
static void forget_uses(const Unseen *u, St *S) {
  for (const int32_t *slot = USES; *slot >= 0; slot++) {
    L uses = ld(S, S->s[*slot]);
    B b = begin(S, uses.n);
    for (I i = 0; i < uses.n; i++) {
      L use = ld(S, uses.p[i]);
      I piece = part(S, use, 1);
      if (part(S, use, 0) < 0 || (uint64_t)piece >= NP || u->kept[piece] != 1) b.p[b.n++] = uses.p[i];
    }
    S->s[*slot] = keep(S, end(S, &b));
  }
}
/* Replace memory that is secret from the player: players and flags by random values, others by the initial value. */
static void draw_memory(const Unseen *u, St *S) {
  for (const int32_t *m = MEMORY; m < MEMORY + NMEMORY * M_CELLS; m += M_CELLS)
    for (I n = 0; m[M_SECRET] && n < m[M_COUNT]; n++) {
      I slot = m[M_BASE] + n;
      if (!is_secret(u, S, m, slot)) continue;
      if (m[M_DRAWN]) S->s[slot] = rnd(S, m[M_DRAWN] == YES_NO_DRAWN ? 2 : PLAYERS);
      else take_over(S, slot, u->start, slot);
    }
}
static I rows_of_kind(const Unseen *u, I kind, M *loose) {
  I n = 0;
  for (I h = 0; h < u->nheaps; h++)
    for (I r = u->heap[h].rows; r < u->heap[h].rows + u->heap[h].nrows; r++) {
      I z = u->row[r].slot - ZF;
      if (ZSEE[z] == FACES || ZHOLDS[z] != kind) continue;
      for (I i = 0; i < u->row[r].n; i++) { I p = u->pieces[u->row[r].from + i]; loose->w[p >> 6] |= 1ull << (p & 63); n++; }
    }
  for (I i = 0; i < u->nunclear; i++) {
    I z = u->unclear[i].slot - ZF;
    if (ZSEE[z] == FACES || ZHOLDS[z] != kind) continue;
    for (I j = 0; j < u->unclear[i].n; j++) { I p = u->knowns[u->unclear[i].from + j]; loose->w[p >> 6] |= 1ull << (p & 63); n++; }
  }
  return n;
}
/* Return a list from memory as before sampling, without the arguments stored for gained powers that were reset. */
static L remembered(const Unseen *u, St *S, I slot) {
  L before = ld(u->base, u->base->s[slot]), gained = ld(u->base, u->base->s[GAINED]);
  for (const int32_t *a = GRANTS; *a >= 0; a++)
    for (const int32_t *held = GHELD + GFROM[*a]; *held >= 0; held++) {
      if (*held != slot) continue;
      B left = begin(S, before.n);
      for (I i = 0, row = 0; i < gained.n; i++)
        if (how_had(gained.p[i]) && gained.p[i] >> ENDED_BY == *a) {
          I value = at(S, before, row++);
          if (!is_forgotten(u, gained.p[i] & NO_PIECE)) left.p[left.n++] = value;
        }
      return end(S, &left);
    }
  return before;
}
/* Sample the references in memory to pieces that are out of sight, because the player may not know where such a piece
   went. */
static void name_anew(Unseen *u, St *S) {
  M loose[NHOLDS + 1];
  I any = 0;
  for (I kind = 0; kind < NHOLDS; kind++) { loose[kind] = nobits(); any += rows_of_kind(u, kind, &loose[kind]); }
  for (const int32_t *m = MEMORY; any && m < MEMORY + NMEMORY * M_CELLS; m += M_CELLS)
    for (I slot = m[M_BASE]; m[M_NAMES] && slot < m[M_BASE] + m[M_COUNT]; slot++) {
      if (!knows_slot(u, S, m, slot)) continue;
      I seen = marked_piece(u, S, m, slot), place = seen < 0 ? slot : slot + (piece_now(u, seen) - seen) * m[M_WIDTH];
      L named = m[M_NAMES] == A_PIECE ? one(S, u->base->s[slot]) : remembered(u, S, slot);
      B lost = begin(S, named.n);
      I kind = -1;
      for (I i = 0; i < named.n; i++) {
        I where = -1;
        for (I k = 0; k < NHOLDS; k++) if (has(loose[k], named.p[i])) where = k;
        if (where < 0) continue;
        if (kind < 0) kind = where;
        lost.p[lost.n++] = named.p[i];
      }
      if (!lost.n) continue;
      L others = ids(S, mask_now(u, S, loose[kind]));
      if (m[M_HELD]) { /* each was stored separately; the player does not know whether two of them are equal */
        B each = begin(S, named.n);
        for (I i = 0; i < named.n; i++) {
          int away = 0;
          for (I k = 0; k < NHOLDS; k++) away |= has(loose[k], named.p[i]);
          each.p[each.n++] = away ? others.p[rnd(S, others.n)] : piece_now(u, named.p[i]);
        }
        S->s[place] = keep(S, end(S, &each));
        continue;
      }
      mix(S, (I *)others.p, others.n);
      for (I i = 0; i < lost.n; i++) u->drawn[lost.p[i]] = -1;
      for (I i = 0; i < lost.n && i < others.n; i++) u->drawn[lost.p[i]] = others.p[i];
      B b = begin(S, named.n);
      for (I i = 0; i < named.n; i++) {
        I drawn = -1;
        for (I j = 0; j < lost.n; j++) if (lost.p[j] == named.p[i]) drawn = u->drawn[named.p[i]];
        b.p[b.n++] = drawn < 0 ? piece_now(u, named.p[i]) : drawn;
      }
      S->s[place] = m[M_NAMES] == A_PIECE ? b.p[0] : keep(S, end(S, &b));
    }
}
/* Return all pieces in the zones from which another player was offered some: the player cannot know which were
   offered. */
static L offered_anew(const Unseen *u, St *S, L offered) {
  I pieces = 0;
  for (I i = 0; i < offered.n; i++) {
    if (offered.p[i] < 0) continue;
    if (PWHOLE[piece_place(S, offered.p[i])] >= 0) return offered;
    pieces++;
  }
  if (!pieces) return offered;
  B b = begin(S, offered.n);
  for (I z = 0; z < NZ; z++) {
    int here = 0;
    for (I i = 0; i < offered.n && !here; i++) here = offered.p[i] >= 0 && find(u->base, offered.p[i]) == ZF + z;
    if (!here) continue;
    I now = zone_now(u, ZF + z) - ZF;
    pushall(S, &b, ZORD[now] ? ld(S, S->s[ZF + now]) : ids(S, S->z[now]));
  }
  for (I i = 0; i < offered.n; i++) if (offered.p[i] < 0) push(S, &b, offered.p[i]);
  return end(S, &b);
}
/* Draw a random secret answer, as two words of a row: one item, or several within the bounds in `entry`. */
static void drawn_answer(St *S, L entry, L offered, I *listed, I *answer) {
  *listed = at(S, entry, 0);
  *answer = at(S, entry, 1);
  if (entry.n < 10) {
    *listed = 0;
    *answer = at(S, offered, rnd(S, offered.n));
    return;
  }
  I low = larger(part(S, entry, 2), 0), high = smaller(part(S, entry, 3), offered.n), may = part(S, entry, 4) != 0;
  if (high < low) return;
  I size = low + rnd(S, high - low + 1 + may);
  *listed = size <= high;
  *answer = PASS;
  if (size > high) return;
  B order = begin(S, offered.n), b = begin(S, size);
  while (order.n < offered.n) { order.p[order.n] = order.n; order.n++; }
  mix(S, order.p, order.n);
  for (I i = 0; i < offered.n; i++)
    for (I j = 0; j < size; j++) if (order.p[j] == i) b.p[b.n++] = offered.p[i];
  *answer = keep(S, end(S, &b));
}
/* Sample the secret answers of other players in all frames. */
static void answer_anew(Unseen *u, St *S) {
  for (I f = 0; f < u->nframes; f++) {
    I segment, *word = frame_at(S, u, f, &segment);
    for (const int32_t *e = ENVELOPES + EFROM[segment]; *e >= 0; e += 3) {
      L sealed = ld(S, word[e[0]]), whose = ld(S, word[e[1]]);
      B all = begin(S, sealed.n);
      for (I i = 0; i < sealed.n && i < whose.n; i++) {
        L entry = ld(S, sealed.p[i]), offered = part_list(S, entry, 1);
        I listed = at(S, entry, 0), answer = at(S, entry, 1);
        if (whose.p[i] != u->player) {
          if (e[2]) offered = offered_anew(u, S, offered);
          drawn_answer(S, entry, offered, &listed, &answer);
        } else if (e[2]) {
          answer = listed ? list_now(u, S, ld(S, answer)) : piece_now(u, answer);
        }
        B b = begin(S, entry.n);
        pushall(S, &b, entry);
        b.p[0] = listed;
        b.p[1] = answer;
        b.p[3] = keep(S, offered);
        all.p[all.n++] = keep(S, end(S, &b));
      }
      word[e[0]] = keep(S, end(S, &all));
    }
  }
}
/* Return those abilities in `listed` of which the player can know. `waits` is 1 if they are still to be tried, 0 if
   they were tried. */
static I known_powers(const Unseen *u, St *S, L listed, int waits, I f) {
  L offered = ASKED[S->site] == ASKS_ABILITY ? ld(S, S->options) : nothing();
  B b = begin(S, listed.n);
  for (I i = 0; i < listed.n; i++) {
    I piece = listed.p[i] & NO_PIECE, known = piece >= NP || !has(u->mask, piece);
    if (known && waits) known = !is_unclear(u, u->base, listed.p[i] >> SHIFT, controller(u->base, piece), f);
    for (I j = 0; j < offered.n && !known; j++) known = offered.p[j] == listed.p[i];
    if (known) b.p[b.n++] = listed.p[i];
  }
  return keep(S, end(S, &b));
}
/* Remove reactions and replacements of which the player cannot know: those of hidden pieces, and pending ones whose
   condition the player cannot compute. */
static void leave_out_hidden_powers(const Unseen *u, St *S) {
  I to = 0;
  for (I f = 0; f < u->nframes; f++) {
    I end = u->frames[f], width = WIDTHS[S->k[end - 1]];
    if (u->reacts[f]) continue;
    I segment, *word = frame_at(S, u, f, &segment);
    for (const int32_t *at = USED + UFROM[segment]; *at >= 0; at += 2)
      word[*at] = known_powers(u, S, ld(S, word[*at]), at[1], f);
    memmove(S->k + to, S->k + end - width, width * sizeof(I));
    to += width;
  }
  S->ksp = to;
}
/* Make S a sample: a copy of the state in which hidden pieces and future chance are drawn from a seed. */
static void deal(Unseen *u, St *S, uint64_t seed) {
  copied(S, u->base);
  S->knows = 0;
  S->work = WORK;
  S->pops = S->rounds = S->questions = S->searched = S->gone = S->went = 0;
  seeded(S, seed);
  for (I i = 0; i < NP; i++) u->now[i] = -1;
  for (I i = 0; i < NZ; i++) u->zone_now[i] = -1;
  I *dealt = u->drawn;
  memcpy(dealt, u->pool, sizeof u->pool);
  for (I h = 0; h < u->nheaps; h++) {
    I *next = dealt + u->heap[h].from;
    mix(S, next, u->heap[h].n);
    for (I r = u->heap[h].rows; r < u->heap[h].rows + u->heap[h].nrows; r++) {
      const Row *row = &u->row[r];
      lay(S, row->slot, u->pieces + row->from, next, row->n);
      for (I i = 0; i < row->n; i++) {
        S->s[LOC + next[i]] = row->slot;
        u->now[u->pieces[row->from + i]] = next[i];
      }
      next += row->n;
    }
  }
  uint64_t hi = S->hi, lo = S->lo;
  seeded(S, ~(unsigned __int128)seed);
  for (I r = 0; u->nheaps && r < u->heap[u->nheaps - 1].rows + u->heap[u->nheaps - 1].nrows; r++)
    for (I i = 0; u->row[r].acts >= 0 && i < u->row[r].n; i++)
      list_powers(S, u->pieces[u->row[r].from + i], (int)u->row[r].acts, -1);
  if (u->attached) { forget_marks(u, S); keep_marks(u, S); }
  /* the pieces now in zones where powers are active, listed before `mix_names`, which changes `now` but moves no
     piece */
  B acting = begin(S, NP), acts = begin(S, NP);
  for (I r = 0; u->nheaps && r < u->heap[u->nheaps - 1].rows + u->heap[u->nheaps - 1].nrows; r++)
    for (I i = 0; u->row[r].acts >= 0 && i < u->row[r].n; i++) {
      acting.p[acting.n++] = u->now[u->pieces[u->row[r].from + i]];
      acts.p[acts.n++] = u->row[r].acts;
    }
  if (!u->apart && !u->secret) for (I i = 0; i < NP; i++) u->now[i] = -1;
  if (u->nnamed) mix_names(u, S);
  exchange_zones(u, S);
  if (u->apart) exchange_names(u, S);
  for (I i = 0; i < acting.n; i++) list_powers(S, acting.p[i], -1, (int)acts.p[i]);
  forget_uses(u, S);
  draw_memory(u, S);
  if (u->nnamed) name_anew(u, S);
  if (u->secret) answer_anew(u, S);
  for (I f = 0; f < u->nframes; f++) {
    I segment, *word = frame_at(S, u, f, &segment);
    if (PASSING[segment] >= 0) word[PASSING[segment]] = PLAYERS;
    found_out_anew(S, segment, word, u->player);
  }
  leave_out_hidden_powers(u, S);
  S->hi = hi;
  S->lo = lo;
  compacted(S);
}
