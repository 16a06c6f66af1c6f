// Why the server refused something, in the language of the page: by its code and the facts in it.

import type { GameReasons, Sentences } from '../games/game';
import { m } from '../paraglide/messages';

/** What the server says. A code that is not known here leaves its own sentence, in English. */
export interface Reason {
  because: string;
  code?: string;
  facts?: Readonly<Record<string, string | number>>;
}

/** Those of each game, which are too long to come with its page. */
export const OF_GAMES = Object.values(
  import.meta.glob<GameReasons>('../games/*/reasons.ts', { eager: true }),
);

/** The titles of settings that are numbers, by name. */
const NUMBERS: GameReasons['NUMBERS'] = Object.assign(
  {},
  ...OF_GAMES.map(({ NUMBERS }) => NUMBERS),
);

const SHARED: Sentences = {
  'account-is-there': m.no_account_is_there,
  'account-is-locked': m.no_account_is_locked,
  'account-is-locked-why': ({ why }) => m.no_account_is_locked_why({ why: String(why) }),
  'account-needed': m.no_account_needed,
  'already-reported': m.no_already_reported,
  'invited-just-now': m.no_invited_just_now,
  'mute-for-how-long': m.no_mute_for_how_long,
  'never-at-this-table': m.no_never_at_this_table,
  'no-account-to-close': m.no_no_account_to_close,
  'not-a-moderator': m.no_not_a_moderator,
  'not-yourself-moderator': m.no_not_yourself_moderator,
  'say-why': m.no_say_why,
  'that-is-you': m.no_that_is_you,
  'too-many-blocks': ({ count }) => m.no_too_many_blocks({ count: Number(count) }),
  'too-many-follows': ({ count }) => m.no_too_many_follows({ count: Number(count) }),
  'you-are-muted': ({ count }) => m.no_you_are_muted({ count: Number(count) }),
  'you-blocked-them': m.no_you_blocked_them,
  'challenge-is-over': m.no_challenge_is_over,
  'last-passkey': m.no_last_passkey,
  'link-is-over': m.no_link_is_over,
  'name-is-nobody': m.no_name_is_nobody,
  'name-of-a-role': m.no_name_of_a_role,
  'name-is-rude': m.no_name_is_rude,
  'name-taken-away': m.no_name_taken_away,
  'no-name-to-take': m.no_no_name_to_take,
  'name-is-reserved': m.no_name_is_reserved,
  'name-is-taken': m.no_name_is_taken,
  'not-your-name': m.no_not_your_name,
  'passkey-copied': m.no_passkey_copied,
  'passkey-is-there': m.acc_have_one,
  'passkey-unknown': m.no_passkey_unknown,
  'passkey-wrong': m.no_passkey_wrong,
  'renamed-too-often': ({ count }) => m.no_renamed_too_often({ count: Number(count) }),
  'sign-in-first': m.no_sign_in_first,
  'too-many-passkeys': ({ count }) => m.no_too_many_passkeys({ count: Number(count) }),
  'wrong-recovery-code': m.no_wrong_recovery_code,
  'address-is-busy': m.no_address_is_busy,
  'already-said': m.no_already_said,
  'not-voted': m.no_not_voted,
  'another-game': m.no_another_game,
  'bot-plays': m.no_bot_plays,
  'chair-is-taken': m.no_chair_is_taken,
  'deal-is-empty': m.no_deal_is_empty,
  'deal-too-long': ({ count }) => m.no_deal_too_long({ count: Number(count) }),
  'drawing-has-changed': m.no_drawing_has_changed,
  'drawing-is-wrong': ({ what }) => m.no_drawing_is_wrong({ what: String(what) }),
  'drawing-too-long': ({ count }) => m.no_drawing_too_long({ count: Number(count) }),
  'end-not-said': m.no_end_not_said,
  'too-many-at-once': m.no_too_many_at_once,
  'attempt-is-open': m.no_attempt_is_open,
  'attempt-is-over': m.no_attempt_is_over,
  'no-date': m.no_date,
  'no-puzzles-left': m.no_puzzles_left,
  'no-such-theme': m.no_such_theme,
  'no-weak-spots': m.no_weak_spots,
  'nothing-to-repeat': m.no_nothing_to_repeat,
  'puzzle-not-started': m.no_puzzle_not_started,
  'too-many-answers': m.no_too_many_answers,
  'in-a-run': m.no_in_a_run,
  'no-skips-left': ({ count }) => m.no_skips_left({ count: Number(count) }),
  'no-such-board': m.no_such_board,
  'not-in-this-race': m.no_not_in_this_race,
  'only-moderators': m.no_only_moderators,
  'only-the-host-starts': m.no_only_the_host_starts,
  'puzzle-comes-later': m.no_puzzle_comes_later,
  'race-has-started': m.no_race_has_started,
  'race-is-empty': m.no_race_is_empty,
  'race-is-full': ({ count }) => m.no_race_is_full({ count: Number(count) }),
  'race-is-over': m.no_race_is_over,
  'race-is-ended': m.no_race_is_ended,
  'race-not-started': m.no_race_not_started,
  'streak-is-for-one': m.no_streak_is_for_one,
  'too-few-puzzles': m.no_too_few_puzzles,
  'too-many-races': ({ count }) => m.no_too_many_races({ count: Number(count) }),
  'host-only': m.no_host_only,
  'so-many-cannot-play': ({ fewest, most }) =>
    m.no_so_many_cannot_play({ fewest: String(fewest), most: String(most) }),
  'store-is-down': m.no_store_is_down,
  'server-is-busy': m.no_server_is_busy,
  'warming-up': m.no_warming_up,
  'line-is-empty': m.no_line_is_empty,
  'line-too-long': ({ count }) => m.no_line_too_long({ count: Number(count) }),
  'match-goes-on': m.no_match_goes_on,
  'match-is-on': m.no_match_is_on,
  'match-is-over': m.no_match_is_over,
  'name-first': m.no_name_first,
  'name-is-empty': m.no_name_is_empty,
  'name-is-here': ({ name }) => m.no_name_is_here({ name: String(name) }),
  'name-is-kept': m.no_name_is_kept,
  'name-of-a-bot': ({ bot }) => m.no_name_of_a_bot({ bot: String(bot) }),
  'name-too-long': ({ count }) => m.no_name_too_long({ count: Number(count) }),
  'no-bot-there': m.no_bot_there,
  'no-drawings': m.no_drawings_here,
  'no-name': m.no_name,
  'no-such-bot': (facts) => m.no_such_bot(unknown(facts)),
  'no-such-chair': m.no_such_chair,
  'no-such-game': (facts) => m.no_such_game(unknown(facts)),
  'no-such-page': m.no_such_page,
  'no-such-seat': m.no_such_seat,
  'no-such-version': ({ version, last }) =>
    m.no_such_version({ version: String(version), last: String(last) }),
  'nobody-like-that': m.no_nobody_like_that,
  'nobody-plays': m.no_nobody_plays,
  'nothing-to-claim': m.no_nothing_to_claim,
  'not-signed-in': m.no_not_signed_in,
  'not-there': m.no_not_there,
  'not-your-drawing': m.no_not_your_drawing,
  'not-yourself': m.no_not_yourself,
  'not-understood': ({ place }) =>
    place ? m.no_not_understood_at({ place: String(place) }) : m.no_not_understood(),
  'our-fault': m.no_our_fault,
  'own-drawing': m.no_own_drawing,
  'own-page-only': m.no_own_page_only,
  'reported-already': m.no_reported_already,
  'too-many-requests': ({ count }) => m.no_too_many_requests({ count: Number(count) }),
  'setting-out-of-range': ({ name, least, most }) =>
    m.no_setting_out_of_range({
      name: NUMBERS[String(name)]?.() ?? String(name),
      least: String(least),
      most: String(most),
    }),
  'settings-are-fixed': m.no_settings_are_fixed,
  'settings-are-wrong': ({ what }) => m.no_settings_are_wrong({ what: String(what) }),
  'sit-to-invite': m.no_sit_to_invite,
  'slow-down': m.no_slow_down,
  'so-many-chairs': ({ most }) => m.no_so_many_chairs({ most: String(most) }),
  'too-large': m.no_too_large,
  'wrong-token': m.no_wrong_token,
  'title-is-empty': m.no_title_is_empty,
  'title-too-long': ({ count }) => m.no_title_too_long({ count: Number(count) }),
  'too-many-changes': ({ count }) => m.no_too_many_changes({ count: Number(count) }),
  'too-many-drawings': ({ count }) => m.no_too_many_drawings({ count: Number(count) }),
  'too-many-tables': ({ count }) => m.no_too_many_tables({ count: Number(count) }),
  'vote-not-now': m.no_vote_not_now,
  'you-do-not-play': m.no_you_do_not_play,
  'you-do-not-sit-here': m.no_you_do_not_sit_here,
  'you-have-resigned': m.no_you_have_resigned,
  'you-were-sent-away': m.no_you_were_sent_away,
  'kept-apart': m.no_kept_apart,
  'vote-instead': m.no_vote_instead,
  'too-few-to-vote': m.no_too_few_to_vote,
  'you-sit-here': m.no_you_sit_here,
  'you-play-rated': m.no_you_play_rated,
  'you-wait-already': m.no_you_wait_already,
};

const SENTENCES: Sentences = Object.assign(
  {},
  SHARED,
  ...OF_GAMES.map(({ SENTENCES }) => SENTENCES),
);

/** What nobody knows here, and what there is instead. */
function unknown({ text, known }: NonNullable<Reason['facts']>): {
  text: string;
  known: string;
} {
  return { text: String(text), known: String(known) };
}

export function reasonText({ because, code = '', facts = {} }: Reason): string {
  return SENTENCES[code]?.(facts) ?? because;
}
