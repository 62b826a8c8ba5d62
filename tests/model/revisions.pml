/* Taking a leaf back (undo) and giving it up (abandon), racing those who execute it: a second model
   of cotree/team for Spin, beside claims.pml.  Run both with ./run.sh

   MODELLED   Three voters (0, 1, 2), one leaf.  0 claims it; 1 claims it or revises it, in two rounds
   (ask for the newest epoch, begin the next); with -DBOTH 0 revises, too; with -DREVISES_FIRST 1 does not claim before that.  Each has ROUNDS0 and
   ROUNDS1 questions.  Per voter: promise, highest ballot, mark (3 * epoch + open, given up, done),
   taint, clear.  A claim counts in the epoch in which it was asked for.  Verify before redo.  A
   release with its facts; an operator who takes the leaf apart before it says so; CRASHES restarts
   with disk (a motion may go on, and complete, although nobody hears of it); LOSSES without.
   MESSAGES, TIME, JOINING   As in claims.pml: sets of letters, heard never, once or often, in any
   order; over[r] is the newest round of r whose lease time has passed.  A ballot is above all that
   were ever used (lower ones are refused; see claims.pml), and a letter that is too old to be
   granted is not heard for its facts: gossip brings them.
   LEFT OUT   Renewal (it is in claims.pml; a revision has none), other leaves of a revision (all
   are excluded and begun alike), things (they have no epoch), people, policies, objections.
   CHECKED    At every start: nobody else moves; nobody completed it in this epoch or a later one; no
   later epoch is decided, nor is it given up in this one; whose outcome is unknown was verified; the
   ballot is above that of every earlier start.  When a revision is decided: nobody moves; its epoch
   is above every decided one.  Whoever believes it done: somebody completed it, or saw that it is
   complete, in that epoch.  A decision is on a disk whatever single disk is lost.
   -DBROKEN_... breaks one rule each (see run.sh); Spin must then find an error. */

#ifndef ROUNDS0
#define ROUNDS0 2
#endif
#ifndef ROUNDS1
#define ROUNDS1 3
#endif
#ifndef CRASHES
#define CRASHES 0
#endif
#ifndef LOSSES
#define LOSSES 0
#endif
#ifdef LOSER                           /* only this voter's disk may be lost */
#define MAY_LOSE(w) ((w) == LOSER)
#else
#define MAY_LOSE(w) 1
#endif
#ifdef BOTH
#define REVISES(r) 1
#else
#define REVISES(r) ((r) == 1)
#endif

#define NOBODY 2
#define IDLE 0
#define ASKING 1
#define VERIFYING 2
#define RUNNING 3
#define LEARNING 4                     /* a revision asks for the newest epoch */
#define BEGINNING 5                    /* it lets the voters begin the next one */
#define DOWN 6
#define OPEN 0
#define ABANDONED 1
#define DONE 2
#define CLAIM 0                        /* kinds of rounds; larger: begin this mark, plus BEGIN */
#define LEARN 1
#define BEGIN 2
#define RELEASED 1
#define DIRTY 2
#define FAR 16
#define AT(r, k) ((r) * (ROUNDS0 + 1) + (k))
#define SIZE (ROUNDS0 + ROUNDS1 + 2)
#define MAX(a, b) ((a) > (b) -> (a) : (b))
#define BALLOT(counter, r) (4 * (counter) + (r) + 1)
#define COUNTER(ballot) ((ballot) / 4)
#define LAST(r) ((r) == 0 -> ROUNDS0 : ROUNDS1)
#define HOW(m) ((m) % 3)
#define EPOCH(m) ((m) / 3)
#define TAINTED(w) (taint[w] > clear[w] && HOW(mark[w]) == OPEN)
#define HAS(mask, w) (((mask) >> (w)) & 1)
#ifdef BROKEN_ABANDONED
#define IS_OVER(w) (HOW(mark[w]) == DONE)
#else
#define IS_OVER(w) (HOW(mark[w]) != OPEN)
#endif

/* What was sent, per robot and round. */
byte bal[SIZE];  byte boot[SIZE];  byte kind[SIZE];
byte sent_mark[SIZE];  byte sent_taint[SIZE];    /* its facts; what it saw untouched is gossip */
byte rel[SIZE];  byte rel_mark[SIZE];  /* how the lease ended, and with which mark */

/* Answers to the newest question of each robot: older ones do not count. */
byte plain[2];  byte warned[2];        /* voters that granted it: untainted, tainted */
byte told[6];                          /* 3 r + w: the mark that came with the grant */

/* Voters. */
byte holder[3] = NOBODY;  byte round[3];  byte hi[3];
byte mark[3];  byte taint[3];  byte clear[3];  byte top;
bit alive[3] = 1;  bit joined[3] = 1;
byte heard[3];  byte fresh[3];  byte wait[6];

/* Robots and their guards. */
byte stage[2];  byte seq[2];  byte over[2];  byte won[2];  byte now_boot[2];
byte in_epoch[2];                      /* of a claim: the epoch in which it was asked for */
byte next_how[2];                      /* of a revision */
bit moving[2];  bit completed[2];  bit own[2];

/* The world, and what only the reader knows. */
bit world_done;  bit unknown_end;  byte token;
byte finished;                         /* one more than the epoch in which it was completed; taken
                                          apart: 0 */
byte ever;                             /* one more than the latest epoch in which it was complete */
byte decided;  bit given_up;           /* the latest epoch that was decided, and how */
byte crashes = CRASHES;  byte losses = LOSSES;

hidden byte b;  hidden byte i;  hidden byte m;  hidden byte what;  hidden byte ballot;  hidden byte mine;  hidden byte same;  hidden byte granted;

inline learn(w, m_, t_, c_) {
#ifdef BROKEN_UNDO_CLEARS
    if
    :: EPOCH(m_) > EPOCH(mark[w]) -> clear[w] = MAX(clear[w], taint[w])
    :: else
    fi;
#endif
    mark[w] = MAX(mark[w], m_);
    taint[w] = MAX(taint[w], t_);
    clear[w] = MAX(clear[w], c_);
    /* whoever believes it done is right */
    assert(HOW(mark[w]) != DONE || EPOCH(mark[w]) < ever)
}

#define SEEN(w) COUNTER(MAX(hi[w], MAX(taint[w], clear[w])))
#define MY_BALLOT(r) bal[AT(r, seq[r])]
#define REVISION(r, k) (kind[AT(r, k)] != CLAIM)

inline drop(w) { holder[w] = NOBODY; round[w] = 0 }

/* A promise ended, nobody knows how; a revision moves nothing. */
inline unclean(w) {
    if
    :: !REVISION(holder[w], round[w]) -> taint[w] = MAX(taint[w], bal[AT(holder[w], round[w])])
    :: else
    fi
}

#define COUNTS(r, k) (k == seq[r] && k > over[r] && k > won[r] && boot[AT(r, k)] == now_boot[r] \
    && rel[AT(r, k)] == 0)

inline forget_answers(r) {
    plain[r] = 0; warned[r] = 0; told[3 * r] = 0; told[3 * r + 1] = 0; told[3 * r + 2] = 0
}

#ifdef BROKEN_EXCLUDES
#define FREE(w, r, k) (holder[w] == NOBODY || mine || REVISION(r, k))
#elif defined(BROKEN_EXCLUDED)
#define FREE(w, r, k) (holder[w] == NOBODY || mine || REVISION(holder[w], round[w]))
#else
#define FREE(w, r, k) (holder[w] == NOBODY || mine)
#endif
#ifdef BROKEN_OWN
#define ALIKE(w, r, k) 1
#else
#define ALIKE(w, r, k) (REVISION(r, round[w]) == REVISION(r, k))
#endif
#ifdef BROKEN_STALE
#define NEWER(w, ballot) 1
#else
#define NEWER(w, ballot) ((ballot) > hi[w])
#endif

/* Voter w judges round k of robot r; sets `granted`. */
inline judge(w, r, k) {
    granted = 0;
    b = bal[AT(r, k)];
    if
    :: holder[w] == r && boot[AT(r, round[w])] != boot[AT(r, k)] && b > hi[w] -> unclean(w); drop(w)
    :: else
    fi;
    mine = holder[w] == r && boot[AT(r, round[w])] == boot[AT(r, k)] && ALIKE(w, r, k);
    same = mine && bal[AT(r, round[w])] == b;
    if
    :: (!REVISION(r, k) && IS_OVER(w)) || !FREE(w, r, k)
    :: else -> granted = ((same && k >= round[w]) || (!same && NEWER(w, b)))
    fi;
    if
    :: granted ->
        holder[w] = r;
        round[w] = k;
        hi[w] = MAX(hi[w], b);
        if
        :: kind[AT(r, k)] >= BEGIN -> learn(w, kind[AT(r, k)] - BEGIN, 0, 0)
        :: else
        fi;
        if
        :: !COUNTS(r, k)
        :: COUNTS(r, k) && TAINTED(w) -> warned[r] = warned[r] | (1 << w)
        :: COUNTS(r, k) && !TAINTED(w) -> plain[r] = plain[r] | (1 << w)
        fi;
        if
        :: COUNTS(r, k) -> told[3 * r + w] = mark[w]
        :: else
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

/* One more question of r, of this `ballot` and kind (`what`), own vote first; what the own vote refuses is never asked. */
inline ask(r) {
    seq[r]++;
    bal[AT(r, seq[r])] = ballot;
    kind[AT(r, seq[r])] = what;
    sent_mark[AT(r, seq[r])] = mark[r];
    sent_taint[AT(r, seq[r])] = taint[r];
    forget_answers(r);
    boot[AT(r, seq[r])] = now_boot[r];
    judge(r, r, seq[r]);
    if
    :: granted -> top = MAX(top, COUNTER(ballot))
    :: !granted && what < BEGIN ->
        bal[AT(r, seq[r])] = 0; boot[AT(r, seq[r])] = 0; kind[AT(r, seq[r])] = 0;
        sent_mark[AT(r, seq[r])] = 0; sent_taint[AT(r, seq[r])] = 0;
        seq[r]--
    :: else
    fi
}

/* The lease of r is over: release it, at its own vote at once. */
inline give_back(r, how) {
    rel[AT(r, seq[r])] = how;
    rel_mark[AT(r, seq[r])] = mark[r];
    if
    :: holder[r] == r && bal[AT(r, round[r])] == MY_BALLOT(r) &&
            boot[AT(r, round[r])] == boot[AT(r, seq[r])] -> drop(r)
    :: else
    fi;
    hi[r] = MAX(hi[r], MY_BALLOT(r));
    won[r] = 0; completed[r] = 0; moving[r] = 0; over[r] = seq[r]; in_epoch[r] = 0; next_how[r] = 0;
    passed(r);
    forget_answers(r);
    stage[r] = IDLE
}

inline complete(r) { finished = MAX(finished, in_epoch[r] + 1); ever = MAX(ever, finished) }

inline start(r, verified) {
    assert(!moving[1 - r]);                             /* never two at once */
    assert(finished <= in_epoch[r]);                    /* not after it is done in this epoch */
    assert(in_epoch[r] >= decided + given_up);          /* not what is taken back or given up */
    assert(verified || !unknown_end);                   /* never unverified */
    assert(MY_BALLOT(r) > token);                       /* fencing tokens grow */
    token = MY_BALLOT(r);
    unknown_end = 1; moving[r] = 1; stage[r] = RUNNING
}

inline decide(r) {
    m = kind[AT(r, seq[r])] - BEGIN;
#ifdef BROKEN_EARLY
    m = 3 * (EPOCH(mark[r]) + 1) + next_how[r];
#endif
    assert(!moving[0] && !moving[1]);                   /* nobody executes it */
    assert(EPOCH(m) > decided);                         /* a really new epoch */
    decided = EPOCH(m); given_up = HOW(m) == ABANDONED;
    learn(r, m, 0, 0);
    give_back(r, RELEASED)
}

#ifdef BROKEN_SAME_EPOCH
#define NEXT(r, o, k) (EPOCH(sent_mark[AT(r, k)]) + 1)
#else
#define NEXT(r, o, k) (EPOCH(MAX(mark[r], told[3 * (r) + (o)])) + 1)
#endif

#define SAID(r) (plain[r] | warned[r])
#define WARNS(r, w) (HAS(warned[r], w) && !HAS(plain[r], w))

/* r has a quorum for its round k: o and itself. */
inline win(r, k, o) {
    won[r] = k;
    m = told[3 * r + o];
    granted = WARNS(r, o) || WARNS(r, r) || TAINTED(r);
    if
    :: stage[r] == ASKING ->
#ifndef BROKEN_SILENT_VOTE
        learn(r, m, 0, 0);
#endif
#ifdef BROKEN_EPOCH_AT_WIN
        in_epoch[r] = EPOCH(mark[r]);
#endif
        if
        :: IS_OVER(r) || EPOCH(mark[r]) != in_epoch[r] -> give_back(r, RELEASED)
#ifndef BROKEN_NO_VERIFY
        :: !(IS_OVER(r) || EPOCH(mark[r]) != in_epoch[r]) && granted -> stage[r] = VERIFYING
        :: !(IS_OVER(r) || EPOCH(mark[r]) != in_epoch[r]) && !granted -> start(r, 0)
#else
        :: !(IS_OVER(r) || EPOCH(mark[r]) != in_epoch[r]) -> start(r, 0)
#endif
        fi
    :: stage[r] == LEARNING ->
#ifdef BROKEN_EARLY
        decide(r)
#else
        m = 3 * NEXT(r, o, k) + next_how[r];
        if
        :: seq[r] < LAST(r) -> stage[r] = BEGINNING; ballot = MY_BALLOT(r); what = BEGIN + m; ask(r)
        :: else -> give_back(r, RELEASED)
        fi
#endif
    :: stage[r] == BEGINNING -> decide(r)
    :: else
    fi
}

#define WAITS(r) (stage[r] == ASKING || stage[r] == LEARNING || stage[r] == BEGINNING)
#ifdef BROKEN_QUORUM
#define AGREED(r, o) (HAS(SAID(r), r) && (kind[AT(r, seq[r])] >= BEGIN || HAS(SAID(r), o)))
#else
#define AGREED(r, o) (HAS(SAID(r), r) && HAS(SAID(r), o))
#endif
#ifdef BROKEN_LATE
#define IN_TIME(r, k) 1
#else
#define IN_TIME(r, k) ((k) > over[r])
#endif
#define WINS(r, o) \
    :: d_step { WAITS(r) && IN_TIME(r, seq[r]) && AGREED(r, o) -> win(r, seq[r], o) }

inline forget(w) {
    drop(w); hi[w] = 0; mark[w] = 0; taint[w] = 0; clear[w] = 0;
#ifndef BROKEN_SILENCE
    wait[w] = seq[0]; wait[3 + w] = seq[1];
    passed(0); passed(1);
#endif
    heard[w] = 0; fresh[w] = 0;
#ifdef BROKEN_SYNC
    heard[w] = 7; fresh[w] = 7;
#endif
    joined[w] = 0;
    /* what is decided is not lost with one disk */
    assert(EPOCH(MAX(mark[0], MAX(mark[1], mark[2]))) >= decided)
}

inline recall(w, v) {                  /* joiner w hears what v remembers */
    heard[w] = heard[w] | (1 << v);
    fresh[w] = fresh[w] | (joined[v] << v);
    learn(w, mark[v], taint[v], clear[v]);
    hi[w] = MAX(hi[w], hi[v]);
    if
    :: holder[v] == NOBODY
    :: holder[v] != NOBODY && holder[w] == NOBODY -> holder[w] = holder[v]; round[w] = round[v]
    :: else ->                         /* of two promises the higher stays */
        b = bal[AT(holder[v], round[v])];
        i = bal[AT(holder[w], round[w])];
        if
        :: i < b -> unclean(w); holder[w] = holder[v]; round[w] = round[v]
        :: i > b && !REVISION(holder[v], round[v]) -> taint[w] = MAX(taint[w], b)
        :: i == b -> round[w] = MAX(round[w], round[v])
        :: else
        fi
    fi
}

inline join(w) {
    if
    :: (fresh[w] | (1 << w)) == 7
    :: else ->
        b = BALLOT(SEEN(w) + FAR, w);
        top = MAX(top, COUNTER(b));
        hi[w] = MAX(hi[w], b);
        taint[w] = (HOW(mark[w]) == DONE -> taint[w] : MAX(taint[w], b))
    fi;
    joined[w] = 1; heard[w] = 0; fresh[w] = 0
}

#define UP(w) (alive[w])
#define VOTES(w) (alive[w] && joined[w])
#define MATTERS(w, r, k) (!(holder[w] == r && round[w] == k) && (bal[AT(r, k)] > hi[w] \
    || holder[w] == r))
#define HEAR_CLAIM(w, r, k) \
    :: d_step { VOTES(w) && k <= seq[r] && MATTERS(w, r, k) -> \
        learn(w, sent_mark[AT(r, k)], sent_taint[AT(r, k)], 0); \
        judge(w, r, k) }

#define FREES(w, r, k) (holder[w] == r && bal[AT(r, round[w])] == bal[AT(r, k)] \
    && boot[AT(r, round[w])] == boot[AT(r, k)] && round[w] <= k)
#define REL_TAINT(r, k) ((rel[AT(r, k)] == DIRTY) * bal[AT(r, k)])
#define NEWS(w, r, k) (FREES(w, r, k) || rel_mark[AT(r, k)] > mark[w] || REL_TAINT(r, k) > taint[w] \
    || bal[AT(r, k)] > hi[w])
#ifdef BROKEN_RELEASE
#define REL_MARK(r, k) 0
#else
#define REL_MARK(r, k) rel_mark[AT(r, k)]
#endif
#define HEAR_RELEASE(w, r, k) \
    :: d_step { VOTES(w) && rel[AT(r, k)] != 0 && NEWS(w, r, k) -> \
        learn(w, REL_MARK(r, k), REL_TAINT(r, k), 0); \
        hi[w] = MAX(hi[w], bal[AT(r, k)]); \
        if \
        :: FREES(w, r, k) -> drop(w) \
        :: else \
        fi }

#define GOSSIP(w, v) \
    :: d_step { UP(w) && UP(v) && (mark[v] > mark[w] || taint[v] > taint[w] || clear[v] > clear[w]) -> \
        learn(w, mark[v], taint[v], clear[v]) }
#ifdef BROKEN_TERM
#define MAY_EXPIRE(w) 1
#else
#define MAY_EXPIRE(w) (round[w] <= over[holder[w]])
#endif
#define EXPIRE(w) \
    :: d_step { UP(w) && holder[w] != NOBODY && MAY_EXPIRE(w) -> unclean(w); drop(w) }
#define SILENT(w) (wait[w] != 0 || wait[3 + w] != 0)
#define RECALL(w, v) \
    :: d_step { UP(w) && !joined[w] && !SILENT(w) && UP(v) && !HAS(heard[w], v) -> recall(w, v) }
#define JOIN(w) \
    :: d_step { UP(w) && !joined[w] && !SILENT(w) && (heard[w] | (1 << w)) == 7 -> join(w) }

#ifdef BROKEN_NO_TAINT
#define STOPPED_DIRTY(r) skip
#else
#define STOPPED_DIRTY(r) taint[r] = MAX(taint[r], MY_BALLOT(r))
#endif
#ifdef BROKEN_DONE_NEWEST
#define DONE_IN(r) (3 * EPOCH(mark[r]) + DONE)
#else
#define DONE_IN(r) (3 * in_epoch[r] + DONE)
#endif
#ifdef BROKEN_OLD_LOOK
#define LOOK_COUNTS(r) 1
#else
#define LOOK_COUNTS(r) (EPOCH(mark[r]) == in_epoch[r])
#endif
#ifdef REVISES_FIRST
#define MAY_CLAIM(r) ((r) == 0 || seq[r] > 1)
#else
#define MAY_CLAIM(r) 1
#endif
#define COUNTS_FROM(r) (SEEN(r) >= top -> SEEN(r) + 1 : top + 1)

#define CLAIMS(r) \
    :: d_step { MAY_CLAIM(r) && stage[r] == IDLE && joined[r] && seq[r] < LAST(r) \
            && !IS_OVER(r) -> \
        in_epoch[r] = EPOCH(mark[r]); \
        ballot = BALLOT(COUNTS_FROM(r), r); what = CLAIM; \
        ask(r); \
        if \
        :: granted -> stage[r] = ASKING \
        :: else -> in_epoch[r] = 0 \
        fi }
/* An operator has taken it apart; or wants it given up. */
#define REVISE(r, how) \
    :: d_step { REVISES(r) && stage[r] == IDLE && joined[r] && seq[r] + 1 < LAST(r) -> \
        ballot = BALLOT(COUNTS_FROM(r), r); what = LEARN; \
        ask(r); \
        if \
        :: granted -> \
            stage[r] = LEARNING; next_how[r] = how; \
            if \
            :: how == OPEN -> world_done = 0; finished = 0 \
            :: else \
            fi \
        :: else \
        fi }

#define ROBOT(r) \
    CLAIMS(r) \
    REVISE(r, OPEN) \
    REVISE(r, ABANDONED) \
    /* gives up before anything moved: refused, late, contended, withdrawn */ \
    :: d_step { WAITS(r) || stage[r] == VERIFYING -> give_back(r, RELEASED) } \
    /* looks at the goal under the lease */ \
    :: d_step { stage[r] == VERIFYING && won[r] > over[r] -> \
        if \
        :: !LOOK_COUNTS(r) || HOW(mark[r]) != OPEN -> give_back(r, RELEASED) \
        :: LOOK_COUNTS(r) && HOW(mark[r]) == OPEN && world_done -> \
            complete(r); unknown_end = 0; \
            learn(r, 3 * EPOCH(mark[r]) + DONE, 0, 0); give_back(r, RELEASED) \
        :: LOOK_COUNTS(r) && HOW(mark[r]) == OPEN && !world_done -> \
            clear[r] = MAX(clear[r], 4 * COUNTER(MY_BALLOT(r))); start(r, 1) \
        fi } \
    /* the motion comes to its end, whether or not its process lives */ \
    :: d_step { moving[r] -> \
        moving[r] = 0; completed[r] = 1; world_done = 1; complete(r) } \
    /* the process hears of it */ \
    :: d_step { stage[r] == RUNNING && completed[r] -> \
        unknown_end = 0; learn(r, DONE_IN(r), 0, 0); give_back(r, RELEASED) } \
    /* stopped before its end */ \
    :: d_step { stage[r] == RUNNING && !completed[r] -> STOPPED_DIRTY(r); give_back(r, DIRTY) } \
    /* time passes: the next round's lease time is over, and the guard stops what it carried */ \
    :: d_step { over[r] < seq[r] -> \
        over[r]++; \
        passed(r); \
        if \
        :: moving[r] && won[r] <= over[r] -> moving[r] = 0 \
        :: else \
        fi } \
    /* crash; the motion goes on */ \
    :: d_step { stage[r] != DOWN && (crashes > 0 || (losses > 0 && MAY_LOSE(r))) -> \
        if \
        :: stage[r] == ASKING || stage[r] == VERIFYING || stage[r] == RUNNING -> own[r] = 1 \
        :: else \
        fi; \
        stage[r] = DOWN; alive[r] = 0 } \
    /* restart with its disk: an own claim becomes a taint and is released; a revision is forgotten */ \
    :: d_step { stage[r] == DOWN && crashes > 0 -> \
        crashes--; now_boot[r]++; alive[r] = 1; stage[r] = IDLE; \
        moving[r] = 0; won[r] = 0; completed[r] = 0; next_how[r] = 0; \
        if \
        :: own[r] -> STOPPED_DIRTY(r); give_back(r, DIRTY); own[r] = 0 \
        :: else -> over[r] = seq[r]; passed(r) \
        fi; \
        in_epoch[r] = 0; \
        if \
        :: !joined[r] -> heard[r] = 0; fresh[r] = 0; wait[r] = seq[0]; wait[3 + r] = seq[1]; \
            passed(0); passed(1) \
        :: else \
        fi } \
    /* restart without it */ \
    :: d_step { stage[r] == DOWN && losses > 0 && MAY_LOSE(r) -> \
        losses--; now_boot[r]++; alive[r] = 1; stage[r] = IDLE; \
        moving[r] = 0; won[r] = 0; completed[r] = 0; own[r] = 0; over[r] = seq[r]; passed(r); \
        in_epoch[r] = 0; next_how[r] = 0; \
        forget(r) }

#define HEAR(w, r, k) HEAR_CLAIM(w, r, k) HEAR_RELEASE(w, r, k)
#define ALL_HEAR(r, k) HEAR(1 - r, r, k) HEAR(2, r, k)
#define VOTER(w, x, y) GOSSIP(w, x) GOSSIP(w, y) EXPIRE(w) RECALL(w, x) RECALL(w, y) JOIN(w)

/* Nobody can start or decide any more: what follows violates nothing. */
#define MAY_ACT(r) ((WAITS(r) || stage[r] == VERIFYING || seq[r] < LAST(r)) \
    && !(stage[r] == DOWN && crashes == 0 && losses == 0))

init {
end:
    do
    :: atomic { MAY_ACT(0) || MAY_ACT(1) ->
    if
    ROBOT(0)
    ROBOT(1)
    WINS(0, 1)
    WINS(0, 2)
    WINS(1, 0)
    WINS(1, 2)
    ALL_HEAR(0, 1)
#if ROUNDS0 > 1
    ALL_HEAR(0, 2)
#endif
#if ROUNDS0 > 2
    ALL_HEAR(0, 3)
#endif
    ALL_HEAR(1, 1)
    ALL_HEAR(1, 2)
#if ROUNDS1 > 2
    ALL_HEAR(1, 3)
#endif
#if ROUNDS1 > 3
    ALL_HEAR(1, 4)
#endif
    VOTER(0, 1, 2)
    VOTER(1, 0, 2)
    VOTER(2, 0, 1)
    /* the third voter loses its disk */
    :: d_step { losses > 0 && MAY_LOSE(2) -> losses--; forget(2) }
    fi }
    od
}
