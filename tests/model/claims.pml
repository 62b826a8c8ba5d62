/* Who may execute one leaf: the core of cotree/team as a model for Spin.  Run it with ./run.sh

   MODELLED   Three voters (0, 1, 2); 0 and 1 also claim the one leaf, each as often as ROUNDS0 and
   ROUNDS1 allow (a claim and a renewal each take one round).  Per voter: promise, highest ballot,
   facts (done, taint, clear).  Ballots with Lamport counters; boots; rounds; own vote mandatory;
   verify when a grant or an own fact says tainted; renewal; giving up; release clean, dirty and
   done, with its fact; motion that survives its process until the guard's deadline, and may
   complete although nobody hears of it; CRASHES restarts with disk; LOSSES without disk (silence,
   then the memory of both others; if one of them lost its own: everything tainted).
   MESSAGES   What was sent stays in a set (bal, rel, plain, warned) and is heard never, once or
   often, at any time, in any order.  Facts travel with claims and releases and by gossip.
   TIME       No clock.  `over[r]` is the newest round of r whose T_hold, counted from sending, has
   passed; it grows when it likes.  The guard stops motion then.  The timing axiom (T_prom outlives
   T_hold whatever the drift): a promise for round k may expire once k <= over, a silence may end
   once all rounds sent before the restart are over.  Neither has to.  When a lease has ended
   earlier, all its rounds count as over: more than the real clock allows, hence a harder test.
   LEFT OUT   Other leaves (or, resources, order), people, dialogues, undo, roster changes, policies,
   tablets; liveness.  Refusals are not sent: a claimant may give up whenever it likes, which
   covers them.  A recalled promise is taken over when heard, so it may also expire before the
   joining ends.  Gossip tells what its sender knows now; older news come with old claims.
   CHECKED    At every start: nobody else moves; the leaf is not physically done; if an execution
   was begun before, this lease has verified; the ballot is above that of every earlier start.
   When a lease can start no more, exploring ends.
   -DBROKEN_... breaks one rule each (see run.sh); Spin must then find an error. */

#ifndef ROUNDS0
#define ROUNDS0 3
#endif
#ifndef ROUNDS1
#define ROUNDS1 2
#endif
#ifndef CRASHES
#define CRASHES 1
#endif
#ifdef LOSER                           /* only this voter's disk may be lost */
#define MAY_LOSE(w) ((w) == LOSER)
#else
#define MAY_LOSE(w) 1
#endif
#ifndef LOSSES
#define LOSSES 1
#endif
#ifdef CRASHER                         /* only this claimant may crash and keep its disk */
#define MAY_CRASH(r) (crashes > 0 && (r) == CRASHER)
#else
#define MAY_CRASH(r) (crashes > 0)
#endif

#define NOBODY 2
#define IDLE 0
#define ASKING 1
#define VERIFYING 2
#define RUNNING 3
#define DOWN 4
#define CLEAN 1
#define FINISHED 2
#define DIRTY 3
#define FAR 16                         /* how far a team that lost its disks jumps ahead */
#define AT(r, k) ((r) * (ROUNDS0 + 1) + (k))
#define SIZE (ROUNDS0 + ROUNDS1 + 2)
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define BALLOT(counter, r) (4 * (counter) + (r) + 1)
#define COUNTER(ballot) ((ballot) / 4)
#define LAST(r) ((r) == 0 -> ROUNDS0 : ROUNDS1)
#define TAINTED(w) (taint[w] > clear[w] && !done[w])
#define UP(w) (alive[w])
#define VOTES(w) (alive[w] && joined[w])

/* What was sent, per claimant and round. */
byte bal[SIZE];  byte boot[SIZE];  byte sent_taint[SIZE];  byte sent_clear[SIZE];
bit sent_done[SIZE];
byte plain[SIZE];  byte warned[SIZE];  /* voters that granted it: untainted, tainted */
byte rel[SIZE];                        /* how the lease ended whose last round this is */

/* Voters. */
byte holder[3] = NOBODY;  byte round[3];  byte hi[3];
bit done[3];  byte taint[3];  byte clear[3];  byte top;
/* top: the largest counter in any letter; who has heard of nothing else uses its own memory. */
bit alive[3] = 1;  bit joined[3] = 1;
byte heard[3];  byte fresh[3];  byte wait[6];    /* 3 r + w: until this round of r is over, w is silent */

/* Claimants and their guards. */
byte stage[2];  byte seq[2];  byte over[2];  byte won[2];  byte now_boot[2];
bit moving[2];  bit completed[2];
bit own[2];                            /* a claim of one's own was on disk when it crashed */

/* The world, and the budget of faults. */
bit world_done;  bit touched;  byte token;
byte crashes = CRASHES;  byte losses = LOSSES;

hidden byte b;  hidden byte i;  hidden byte mine;  hidden byte granted;

inline learn(w, d, t, c) {
    done[w] = done[w] || d;
    taint[w] = MAX(taint[w], t);
    clear[w] = MAX(clear[w], c);
}

#define SEEN(w) COUNTER(MAX(hi[w], MAX(taint[w], clear[w])))

inline drop(w) { holder[w] = NOBODY; round[w] = 0 }

/* Who knows that it is done refuses everything and says why, so the rest of its memory is idle. */
inline canon(w) {
    if
    :: done[w] -> assert(world_done); hi[w] = 0; taint[w] = 0; clear[w] = 0; drop(w)
    :: else
    fi
}

inline unknown(w, ballot) {            /* a lease of this ballot ended, nobody knows how */
#ifndef BROKEN_NO_TAINT
    taint[w] = MAX(taint[w], ballot);
#else
    skip;
#endif
}

#define MY_BALLOT(r) bal[AT(r, seq[r])]

/* An answer can still matter: its lease is open (or about to be), and its time has not passed. */
#if defined(BROKEN_MATCH) || defined(BROKEN_LATE)
#define COUNTS(r, k) 1
#else
#define COUNTS(r, k) (k > over[r] && k > won[r] && OURS(r, k))
#endif
#define OURS(r, k) (bal[AT(r, k)] == MY_BALLOT(r) && boot[AT(r, k)] == now_boot[r] \
    && rel[AT(r, seq[r])] == 0)

#if defined(BROKEN_MATCH) || defined(BROKEN_LATE)
#define FORGET_ANSWERS(r, k) skip
#else
#define FORGET_ANSWERS(r, k) plain[AT(r, k)] = 0; warned[AT(r, k)] = 0
#endif

/* Voter w judges round k of claimant r; sets `granted`. */
inline judge(w, r, k) {
    granted = 0;
    b = bal[AT(r, k)];
    if
    :: holder[w] == r && boot[AT(r, round[w])] != boot[AT(r, k)] && b > hi[w] ->
        unknown(w, bal[AT(r, round[w])]);
        drop(w)
    :: else
    fi;
    mine = holder[w] == r && boot[AT(r, round[w])] == boot[AT(r, k)];
    if
    :: done[w]
    :: !done[w] && mine && bal[AT(r, round[w])] == b -> granted = (k >= round[w])
#ifndef BROKEN_HELD
    :: !done[w] && !mine && holder[w] != NOBODY
    :: !done[w] && (mine || holder[w] == NOBODY) && !(mine && bal[AT(r, round[w])] == b) ->
#else
    :: !done[w] && !(mine && bal[AT(r, round[w])] == b) ->
#endif
#ifndef BROKEN_BALLOT
        granted = (b > hi[w])
#else
        granted = 1
#endif
    fi;
    if
    :: granted ->
        holder[w] = r;
        round[w] = k;
        hi[w] = MAX(hi[w], b);
        if
        :: !COUNTS(r, k)               /* nobody waits for this answer any more */
        :: COUNTS(r, k) && TAINTED(w) -> warned[AT(r, k)] = warned[AT(r, k)] | (1 << w)
        :: COUNTS(r, k) && !TAINTED(w) -> plain[AT(r, k)] = plain[AT(r, k)] | (1 << w)
        fi
    :: else
    fi
}

inline ended(r, w) {
    if
    :: wait[3 * r + w] <= over[r] -> wait[3 * r + w] = 0
    :: else
    fi
}

inline passed(r) { ended(r, 0); ended(r, 1); ended(r, 2) }

inline send_round(r) {
    sent_done[AT(r, seq[r])] = done[r];
    sent_taint[AT(r, seq[r])] = taint[r];
    sent_clear[AT(r, seq[r])] = clear[r];
    boot[AT(r, seq[r])] = now_boot[r]
}

inline take_back(r, k) {
    bal[AT(r, k)] = 0; boot[AT(r, k)] = 0;
    sent_done[AT(r, k)] = 0; sent_taint[AT(r, k)] = 0; sent_clear[AT(r, k)] = 0;
    seq[r]--
}

/* The lease of r is over: release it, at its own vote at once. */
inline give_back(r, how) {
    rel[AT(r, seq[r])] = how;
    if
    :: holder[r] == r && bal[AT(r, round[r])] == MY_BALLOT(r) &&
            boot[AT(r, round[r])] == boot[AT(r, seq[r])] -> drop(r)
    :: else
    fi;
    hi[r] = MAX(hi[r], MY_BALLOT(r));
    won[r] = 0; completed[r] = 0; moving[r] = 0; over[r] = seq[r];
    passed(r);
    FORGET_ANSWERS(r, seq[r]); FORGET_ANSWERS(r, seq[r] - 1);
    if
    :: seq[r] > 2 -> FORGET_ANSWERS(r, seq[r] - 2)
    :: else
    fi;
    canon(r)
}

inline start(r, verified) {
    assert(!moving[1 - r]);                       /* I1: never two at once */
    assert(!world_done);                          /* I5: not after it is done */
    assert(verified || !touched);                 /* I7: never unverified */
    assert(MY_BALLOT(r) > token);                 /* I8: fencing tokens grow */
    token = MY_BALLOT(r);
    touched = 1; moving[r] = 1; stage[r] = RUNNING
}

/* r has a quorum of grants for round k of its present lease; `warning`: one said tainted. */
inline win(r, k, warning) {
    if
    :: stage[r] == ASKING ->
        won[r] = k;
        if
        :: done[r] -> give_back(r, CLEAN); stage[r] = IDLE
#ifndef BROKEN_NO_VERIFY
        :: !done[r] && (warning || TAINTED(r)) -> stage[r] = VERIFYING
        :: !done[r] && !(warning || TAINTED(r)) -> start(r, 0)
#else
        :: !done[r] -> start(r, 0)
#endif
        fi
    :: else -> won[r] = MAX(won[r], k)
    fi
}

#ifndef BROKEN_LATE
#define IN_TIME(r, k) ((k) > over[r])
#else
#define IN_TIME(r, k) 1
#endif
#define OPEN(r, k) (stage[r] >= ASKING && stage[r] <= RUNNING && k <= seq[r] && IN_TIME(r, k) \
    && k > won[r] && bal[AT(r, k)] == MY_BALLOT(r) && boot[AT(r, k)] == boot[AT(r, seq[r])])
#define SAID(r, k) (plain[AT(r, k)] | warned[AT(r, k)])
#define HAS(mask, w) (((mask) >> (w)) & 1)
#ifdef BROKEN_QUORUM
#define AGREED(r, k, o) HAS(SAID(r, k), r)
#elif defined(BROKEN_MATCH)            /* grants for any earlier claim count too */
#define AGREED(r, k, o) (HAS(SAID(r, k), r) && (HAS(SAID(r, k), o) || HAS(SAID(r, 1), o)))
#else
#define AGREED(r, k, o) (HAS(SAID(r, k), r) && HAS(SAID(r, k), o))
#endif
#define WARNS(r, k, w) (HAS(warned[AT(r, k)], w) && !HAS(plain[AT(r, k)], w))

inline forget(w) {
    drop(w); hi[w] = 0; done[w] = 0; taint[w] = 0; clear[w] = 0;
#ifndef BROKEN_SILENCE
    wait[w] = seq[0]; wait[3 + w] = seq[1];
    passed(0); passed(1);
#endif
    heard[w] = 0; fresh[w] = 0;
#ifdef BROKEN_SYNC
    heard[w] = 7; fresh[w] = 7;
#endif
    joined[w] = 0
}

inline recall(w, v) {                  /* joiner w hears what v remembers */
    heard[w] = heard[w] | (1 << v);
    fresh[w] = fresh[w] | (joined[v] << v);
    learn(w, done[v], taint[v], clear[v]);
    hi[w] = MAX(hi[w], hi[v]);
    if
    :: holder[v] != NOBODY ->
        b = bal[AT(holder[v], round[v])];
        if
        :: holder[w] == NOBODY -> holder[w] = holder[v]; round[w] = round[v]
        :: else ->
            i = bal[AT(holder[w], round[w])];
            if
            :: i < b -> taint[w] = MAX(taint[w], i)
            :: i > b -> taint[w] = MAX(taint[w], b)
            :: else
            fi;
            if
            :: b >= i -> holder[w] = holder[v]; round[w] = round[v]
            :: else
            fi
        fi
    :: else
    fi
}

inline join(w) {
    if
    :: (fresh[w] | (1 << w)) == 7
    :: else ->
        b = BALLOT(SEEN(w) + FAR, w);
        top = MAX(top, COUNTER(b));
        hi[w] = MAX(hi[w], b);
        if
        :: !done[w] -> taint[w] = MAX(taint[w], b)
        :: else
        fi
    fi;
    joined[w] = 1; heard[w] = 0; fresh[w] = 0;
    canon(w)
}

#define MATCHES(w, r, k) (holder[w] == r && bal[AT(r, round[w])] == bal[AT(r, k)] \
    && boot[AT(r, round[w])] == boot[AT(r, k)] && round[w] <= k)

#define MATTERS(w, r, k) (!(holder[w] == r && round[w] == k) && (bal[AT(r, k)] > hi[w] \
    || holder[w] == r || sent_done[AT(r, k)] \
    || sent_taint[AT(r, k)] > taint[w] || sent_clear[AT(r, k)] > clear[w]))
#define HEAR_CLAIM(w, r, k) \
    :: d_step { VOTES(w) && k <= seq[r] && !done[w] && MATTERS(w, r, k) -> \
        learn(w, sent_done[AT(r, k)], sent_taint[AT(r, k)], sent_clear[AT(r, k)]); \
        judge(w, r, k); canon(w) }

#ifdef BROKEN_RELEASE_WITHOUT_DONE
#define TELLS_DONE(r, k) 0
#else
#define TELLS_DONE(r, k) (rel[AT(r, k)] == FINISHED)
#endif
#ifdef BROKEN_STALE_RELEASE
#define FREES(w, r, k) 1
#else
#define FREES(w, r, k) MATCHES(w, r, k)
#endif
#ifdef BROKEN_DIRTY
#define TELLS_TAINT(r, k) 0
#else
#define TELLS_TAINT(r, k) ((rel[AT(r, k)] == DIRTY) * bal[AT(r, k)])
#endif

#define HEAR_RELEASE(w, r, k) \
    :: d_step { VOTES(w) && !done[w] && rel[AT(r, k)] != 0 -> \
        learn(w, TELLS_DONE(r, k), TELLS_TAINT(r, k), 0); \
        hi[w] = MAX(hi[w], bal[AT(r, k)]); \
        if \
        :: FREES(w, r, k) -> drop(w) \
        :: else \
        fi; \
        canon(w) }

#define WINS(r, k, o) \
    :: d_step { OPEN(r, k) && AGREED(r, k, o) -> win(r, k, WARNS(r, k, r) || WARNS(r, k, o)) }

#define GOSSIP(w, v) \
    :: d_step { UP(w) && UP(v) && !done[w] && (done[v] || taint[v] > taint[w] || clear[v] > clear[w]) -> \
        learn(w, done[v], taint[v], clear[v]); canon(w) }

#ifdef BROKEN_TERM
#define MAY_EXPIRE(w) 1
#else
#define MAY_EXPIRE(w) (round[w] <= over[holder[w]])
#endif
#define EXPIRE(w) \
    :: d_step { UP(w) && holder[w] != NOBODY && MAY_EXPIRE(w) -> \
        unknown(w, bal[AT(holder[w], round[w])]); drop(w) }

#define SILENT(w) (wait[w] != 0 || wait[3 + w] != 0)
#define RECALL(w, v) \
    :: d_step { UP(w) && !joined[w] && !SILENT(w) && UP(v) && !HAS(heard[w], v) -> recall(w, v) }
#define JOIN(w) \
    :: d_step { UP(w) && !joined[w] && !SILENT(w) && (heard[w] | (1 << w)) == 7 -> join(w) }

#define CLAIMS(r, counter) \
    d_step { stage[r] == IDLE && joined[r] && !done[r] && seq[r] < LAST(r) -> \
        seq[r]++; \
        bal[AT(r, seq[r])] = BALLOT(counter, r); \
        send_round(r); \
        judge(r, r, seq[r]); \
        if \
        :: granted -> stage[r] = ASKING; top = MAX(top, COUNTER(MY_BALLOT(r))) \
        :: else -> take_back(r, seq[r]) \
        fi }

#define CLAIMANT(r) \
    /* a new claim, own vote first; what the own vote refuses is never asked */ \
    :: CLAIMS(r, SEEN(r) + 1) \
    :: CLAIMS(r, top + 1) \
    /* a renewal */ \
    :: d_step { (stage[r] == VERIFYING || stage[r] == RUNNING) && seq[r] < LAST(r) -> \
        seq[r]++; \
        bal[AT(r, seq[r])] = bal[AT(r, seq[r] - 1)]; \
        send_round(r); \
        judge(r, r, seq[r]) } \
    /* gives up before anything moved: refused, late, contended, withdrawn */ \
    :: d_step { stage[r] == ASKING || stage[r] == VERIFYING -> give_back(r, CLEAN); stage[r] = IDLE } \
    /* looks at the goal under the lease */ \
    :: atomic { stage[r] == VERIFYING && won[r] > over[r] -> \
        if \
        :: world_done -> done[r] = 1; give_back(r, FINISHED); stage[r] = IDLE \
        :: !world_done -> \
            touched = 0; \
            clear[r] = MAX(clear[r], 4 * COUNTER(MY_BALLOT(r))); \
            start(r, 1) \
        :: !world_done && touched -> start(r, 1) \
        :: !world_done -> \
            touched = 0; \
            clear[r] = MAX(clear[r], 4 * COUNTER(MY_BALLOT(r))); \
            give_back(r, CLEAN); stage[r] = IDLE \
        fi } \
    /* the motion comes to its end, whether or not its process lives */ \
    :: d_step { moving[r] -> moving[r] = 0; completed[r] = 1; world_done = 1 } \
    /* the process hears of it */ \
    :: d_step { stage[r] == RUNNING && completed[r] -> \
        done[r] = 1; give_back(r, FINISHED); stage[r] = IDLE } \
    /* stopped before its end: preempted, failed, or by the guard */ \
    :: d_step { stage[r] == RUNNING && !completed[r] -> \
        STOPPED_DIRTY(r); give_back(r, DIRTY); stage[r] = IDLE } \
    /* time passes: the next round's T_hold is over, and the guard stops what it carried */ \
    :: d_step { over[r] < seq[r] -> \
        over[r]++; \
        FORGET_ANSWERS(r, over[r]); \
        passed(r); \
        if \
        :: moving[r] && GUARD_STOPS(r) -> moving[r] = 0 \
        :: else \
        fi } \
    /* crash; the motion goes on */ \
    :: d_step { stage[r] != DOWN && (MAY_CRASH(r) || (losses > 0 && MAY_LOSE(r))) -> \
        if \
        :: stage[r] != IDLE -> own[r] = 1 \
        :: else \
        fi; \
        stage[r] = DOWN; alive[r] = 0 } \
    /* restart with its disk: the guard is stopped, an own claim becomes a taint and is released */ \
    :: d_step { stage[r] == DOWN && MAY_CRASH(r) -> \
        crashes--; now_boot[r]++; alive[r] = 1; stage[r] = IDLE; \
        moving[r] = 0; won[r] = 0; completed[r] = 0; \
        FORGOTTEN(r); \
        if \
        :: own[r] -> STOPPED_DIRTY(r); give_back(r, DIRTY); own[r] = 0 \
        :: else \
        fi; \
        if \
        :: !joined[r] -> heard[r] = 0; fresh[r] = 0; wait[r] = seq[0]; wait[3 + r] = seq[1]; \
            passed(0); passed(1) \
        :: else \
        fi } \
    /* restart without it */ \
    :: d_step { stage[r] == DOWN && losses > 0 && MAY_LOSE(r) -> \
        losses--; now_boot[r]++; alive[r] = 1; stage[r] = IDLE; \
        moving[r] = 0; won[r] = 0; completed[r] = 0; own[r] = 0; over[r] = seq[r]; passed(r); \
        forget(r) }

#ifdef BROKEN_FORGET
#define FORGOTTEN(w) drop(w)
#else
#define FORGOTTEN(w) skip
#endif
#ifdef BROKEN_DIRTY
#define STOPPED_DIRTY(r) skip
#else
#define STOPPED_DIRTY(r) taint[r] = MAX(taint[r], MY_BALLOT(r))
#endif
#ifdef BROKEN_GUARD
#define GUARD_STOPS(r) 0
#else
#define GUARD_STOPS(r) (won[r] <= over[r])
#endif

#define HEAR(w, r, k) HEAR_CLAIM(w, r, k) HEAR_RELEASE(w, r, k)
#define ALL_HEAR(r, k) HEAR(1 - r, r, k) HEAR(2, r, k) WINS(r, k, 1 - r) WINS(r, k, 2)
#define VOTER(w, x, y) GOSSIP(w, x) GOSSIP(w, y) EXPIRE(w) RECALL(w, x) RECALL(w, y) JOIN(w)

/* Nobody can start any more: what follows violates nothing. */
#define MAY_START(r) ((stage[r] == ASKING || stage[r] == VERIFYING || seq[r] < LAST(r)) \
    && !(done[r] && losses == 0) && !(stage[r] == DOWN && !MAY_CRASH(r) && !(losses > 0 && MAY_LOSE(r))))

init {
end:
    do
    :: atomic { MAY_START(0) || MAY_START(1) ->
    if
    CLAIMANT(0)
    CLAIMANT(1)
    ALL_HEAR(0, 1)
    ALL_HEAR(0, 2)
#if ROUNDS0 > 2
    ALL_HEAR(0, 3)
#endif
#if ROUNDS0 > 3
    ALL_HEAR(0, 4)
#endif
    ALL_HEAR(1, 1)
#if ROUNDS1 > 1
    ALL_HEAR(1, 2)
#endif
#if ROUNDS1 > 2
    ALL_HEAR(1, 3)
#endif
    VOTER(0, 1, 2)
    VOTER(1, 0, 2)
    VOTER(2, 0, 1)
    /* the third voter loses its disk (a crash with disk only makes it deaf for a while) */
    :: d_step { losses > 0 && MAY_LOSE(2) -> losses--; forget(2) }
#ifdef BROKEN_FORGET
    :: d_step { crashes > 0 && holder[2] != NOBODY -> crashes--; drop(2) }
#endif
    fi }
    od
}
