/* The observation of the player who has to decide, as a row of numbers, and the actions of that player's options.
   They are equal to those that adapters/observation_tensor.py makes from the view, and adapters/action_numbers.py
   from the keys of options. A plan (adapters/c_tensor_layout.py) gives the index of each value in the row. */

enum { P_SIZE, P_ACTIONS, P_CLASSES, P_SPARE, P_ME, P_ASKED, P_TURN, P_SCORES, P_KNOWN, P_QUESTION, P_PICKED,
       P_ZONES, P_COUNTERS, P_RULES, P_CARRIED, P_WITHIN, P_PIECES, P_NAMES, P_WORDS, P_PLACES,
       P_SITES, P_PIECE_KEYS, P_ZONE_KEYS, P_BACK_KEYS, P_NAME_KEYS, P_WORD_KEYS, P_PLAYER_KEYS, P_ABILITY_KEYS,
       P_POWERS, P_NUMBERS, P_TAKEN, P_MARKS };
enum { OF_NUMBER, OF_YES, OF_SEAT, OF_WORD, OF_PIECE, OF_NAME, OF_ZONE };
enum { O_MAY, O_DEED, O_NUMBER, O_PLAYER, O_WORD, O_PIECE, O_NAME, O_ZONE, O_ABILITY };
#define MOST_TOLD ((I)1 << 24)           /* up to here, floats represent all whole numbers */

typedef struct { const I *plan; int32_t *times; float *row; int8_t *mask; I player; } Seen;

static inline const I *plan_at(const Seen *v, int part) { return v->plan + v->plan[part]; }
static inline float cut(I number) { return (float)(number > MOST_TOLD ? MOST_TOLD : number < -MOST_TOLD ? -MOST_TOLD : number); }
static inline float cut_score(I units) {
  double points = (double)units / SCORE_UNIT;
  return (float)(points > MOST_TOLD ? MOST_TOLD : points < -MOST_TOLD ? -MOST_TOLD : points);
}
static inline int is_seen(St *S, const Seen *v, I piece, I zone) {
  return has(S->known[v->player], piece) || may_see(S, v->player, piece, zone);
}
/* Whether a player knows which piece this is, by its face or its position (query/decision_text.py). */
SHARED int is_recognised(St *S, I player, I piece) {
  I outer = PWHOLE[piece_place(S, piece)] < 0 ? piece : PWHOLE[piece], zone = lies(S, outer), z = zone_place(S, zone);
  if (may_see(S, player, outer, zone)) return 1;
  return (ZORD[z] || (has(S->z[z], outer) && bits(S->z[z]) == 1)) && has(S->known[player], outer);
}

/* Whether the player's view shows a piece. In a pick, such a piece is offered by its face. */
SHARED int is_shown(St *S, const Seen *v, I piece) {
  I outer = PWHOLE[piece_place(S, piece)] < 0 ? piece : PWHOLE[piece];
  return is_seen(S, v, outer, lies(S, outer));
}

/* ---- values */
static I cell_of(St *S, const Seen *v, I sort, I value) {
  if (value < 0) return -1;
  switch (sort) {
    case OF_SEAT: return value < PLAYERS ? value : -1;
    case OF_WORD: return value < *plan_at(v, P_WORDS) ? plan_at(v, P_WORDS)[1 + value] : -1;
    case OF_PIECE: return plan_at(v, P_PIECES)[piece_place(S, value)];
    case OF_NAME: return plan_at(v, P_NAMES)[index_of(S, value, NDEF)];
    default: return plan_at(v, P_PLACES)[zone_place(S, value)];
  }
}
static void put_one(St *S, const Seen *v, float *to, I sort, I value) {
  if (sort == OF_NUMBER || sort == OF_YES) {
    I sum = (I)*to + (I)cut(sort == OF_YES ? value != 0 : value);
    *to = cut(sum);
  } else if (sort != OF_PIECE || value < 0 || is_recognised(S, v->player, value)) {
    I cell = cell_of(S, v, sort, value);
    if (cell >= 0) to[cell] += 1;
  }
}
/* Write a value, after a 1 which says that the value is known. */
static void put_value(St *S, const Seen *v, I at, I sort, I listed, I value) {
  float *to = v->row + at;
  if (!listed && sort == OF_NUMBER && value == NO_NUMBER) return;
  if (!listed && sort == OF_PIECE && value >= 0 && !is_recognised(S, v->player, value)) return;
  *to++ = 1;
  if (!listed) { put_one(S, v, to, sort, value); return; }
  L all = ld(S, value);
  for (I i = 0; i < all.n; i++) put_one(S, v, to, sort, all.p[i]);
}

/* ---- pieces and zones */
static void put_piece(St *S, const Seen *v, I piece) {
  I at = plan_at(v, P_CARRIED)[piece];
  if (!at) return;
  entered(S);
  const I *told = v->plan + at + 1;      /* after the length */
  v->row[*told++] += 1;
  int known = is_recognised(S, v->player, piece);
  const I *end = told + 1 + *told;
  for (told++; told < end;) {
    I listed = told[2], value = told[3], n = told[4];
    for (I i = 0; known && i < n; i++) {
      I found = S->s[told[5 + i]];
      if (listed ? ld(S, found).n != 0 : found != told[3]) value = found;
    }
    put_value(S, v, told[0], told[1], listed, value);
    told += 5 + n;
  }
  I zones = *told++;
  for (I i = 0; i < zones; i++, told += 3) {
    L all = content(S, told[0]);
    v->row[told[1]] += all.n;
    for (I j = 0; j < all.n; j++) {
      if (!is_seen(S, v, all.p[j], told[0])) continue;
      v->row[told[2] + plan_at(v, P_WITHIN)[all.p[j]]] += 1;
      put_piece(S, v, all.p[j]);
    }
  }
}
static void put_zone(St *S, const Seen *v, const I *told) {
  L all = content(S, told[0]);
  v->row[told[1]] = all.n;
  for (I i = all.n - 1; i >= 0; i--) {
    I piece = all.p[i], place = plan_at(v, P_WITHIN)[piece];
    if (!is_seen(S, v, piece, told[0])) continue;
    v->row[told[2] + place] += 1;
    if (told[3] >= 0 && !v->row[told[3] + place]) v->row[told[3] + place] = (float)(1.0 / (double)(all.n - i));
    if (told[4] >= 0) v->row[told[4] + place] += has(S->face, piece);
    put_piece(S, v, piece);
  }
}
/* Write memory that is visible on a hidden piece at some depth of a zone. */
static void put_mark(St *S, const Seen *v, const I *told) {
  L all = content(S, told[3]);
  I piece = told[4] < all.n ? all.p[all.n - 1 - told[4]] : -1;
  if (piece < 0 || (told[5] >= 0 && told[5] != v->player) || is_seen(S, v, piece, told[3])) return;
  put_value(S, v, told[0], told[1], told[2], S->s[told[6] + piece * told[7]]);
}
static void put_all(St *S, const Seen *v) {
  const I *plan = v->plan, *told;
  I player = v->player, top = S->htop;
  float *row = v->row;
  row[plan[P_ME] + player] = row[plan[P_ASKED]] = row[plan[P_QUESTION] + S->site] = 1;
  row[plan[P_PICKED]] = picked_so_far(S);
  if (ACTIVE >= 0 && S->s[ACTIVE < 0 ? 0 : ACTIVE] >= 0) row[plan[P_TURN] + index_of(S, S->s[ACTIVE < 0 ? 0 : ACTIVE], PLAYERS)] = 1;
  for (I p = 0; p < PLAYERS; p++) {
    row[plan[P_SCORES] + p] = cut_score(final_score(S, p));
    row[plan[P_KNOWN] + p] = 1;
    S->htop = top;
  }
  told = plan_at(v, P_ZONES);
  for (I n = *told++; n > 0; n--, told += 5) { put_zone(S, v, told); S->htop = top; }
  told = plan_at(v, P_MARKS);
  for (I n = *told++; n > 0; n--, told += 8) { put_mark(S, v, told); S->htop = top; }
  told = plan_at(v, P_COUNTERS);
  for (I n = *told++; n > 0; n--, told += 5)
    if (told[4] < 0 || told[4] == player) put_value(S, v, told[0], told[1], told[2], S->s[told[3]]);
  told = plan_at(v, P_RULES);
  for (I n = *told++; n > 0; n--, told += 3) {
    S->valued = told[1];
    put_value(S, v, told[0], OF_NUMBER, 0, valuation(S, told[2]));
    S->valued = 0;
    S->htop = top;
  }
}

/* ---- actions */
static I class_of_number(const I *numbers, I value) {
  for (I low = 0, high = *numbers; low < high;) {
    I middle = (low + high) / 2, here = numbers[1 + 2 * middle];
    if (here == value) return numbers[2 + 2 * middle];
    if (here < value) low = middle + 1; else high = middle;
  }
  return -1;
}
/* Return the class of an option's key; -1 if the key has no action of its own. */
static I class_of(St *S, const Seen *v, I option) {
  const I *site = v->plan + plan_at(v, P_SITES)[S->site] + 1, *titles = site + 4, *sorts = titles + site[3];
  I sort = site[0], place = *sorts > 1 ? (APART / 2 - option) / APART : 0;
  if (place > 0 && place <= *sorts) {
    sort = sorts[place];
    option += place * APART;
  } else {
    if (sort == O_MAY) return option ? site[1] : site[2];
    if (option == PASS) return site[1];
    I deed = option < PASS ? PASS - 1 - option : sort == O_DEED ? option : -1;
    if (deed >= 0 && deed < site[3]) return titles[deed];
  }
  if (sort == O_NUMBER) return class_of_number(plan_at(v, P_NUMBERS), option);
  if (option < 0) return -1;
  switch (sort) {
    case O_PLAYER: return plan_at(v, P_PLAYER_KEYS)[index_of(S, option, PLAYERS)];
    case O_WORD: return option < *plan_at(v, P_WORD_KEYS) ? plan_at(v, P_WORD_KEYS)[1 + option] : -1;
    case O_PIECE: return is_shown(S, v, option) ? plan_at(v, P_PIECE_KEYS)[option] : -1;
    case O_NAME: return plan_at(v, P_NAME_KEYS)[index_of(S, option, NDEF)];
    case O_ZONE: {
      I z = zone_place(S, option), known = ZCARRIER[z] < 0 || is_shown(S, v, ZCARRIER[z]);
      return plan_at(v, known ? P_ZONE_KEYS : P_BACK_KEYS)[z];
    }
    case O_ABILITY: {
      I piece = option & NO_PIECE, copied = piece < NP && PDEF[piece] != plan_at(v, P_POWERS)[option >> SHIFT];
      return copied ? -1 : plan_at(v, P_ABILITY_KEYS)[option >> SHIFT];
    }
    default: return fail(S, E_SHAPE), -1;
  }
}
/* Assign an action to each option, and mark it in the mask, if there is one. Returns the option with the action
   `wanted`, or -1. */
static I put_actions(St *S, const Seen *v, I wanted) {
  L all = ld(S, S->options);
  I spare = v->plan[P_SPARE], found = -1;
  for (I i = 0; i < all.n; i++) {
    I class = class_of(S, v, all.p[i]), action = -1;
    if (class >= 0) {
      const I *taken = v->plan + plan_at(v, P_TAKEN)[class];
      I times = ++v->times[class];
      if (times <= *taken) action = taken[times];
    }
    if (action < 0) action = spare++;
    if (action >= v->plan[P_ACTIONS]) fail(S, E_ACTIONS);
    if (v->mask) v->mask[action] = 1;
    if (action == wanted) found = i;
  }
  for (I i = 0; i < all.n; i++) { I class = class_of(S, v, all.p[i]); if (class >= 0) v->times[class] = 0; }
  return found;
}
