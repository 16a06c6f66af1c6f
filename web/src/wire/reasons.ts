// Why the server refused something, in the language of the page: by its code and the facts in it.

import { GAMES } from '../games';
import type { Sentences } from '../games/game';
import { m } from '../paraglide/messages';

/** What the server says. A code that is not known here leaves its own sentence, in English. */
export interface Reason {
  because: string;
  code?: string;
  facts?: Readonly<Record<string, string | number>>;
}

const SHARED: Sentences = {
  'address-is-busy': m.no_address_is_busy,
  'already-said': m.no_already_said,
  'bot-plays': m.no_bot_plays,
  'chair-is-taken': m.no_chair_is_taken,
  'deal-too-long': ({ count }) => m.no_deal_too_long({ count: Number(count) }),
  'end-not-said': m.no_end_not_said,
  'too-many-at-once': m.no_too_many_at_once,
  'host-only': m.no_host_only,
  'so-many-cannot-play': ({ fewest, most }) =>
    m.no_so_many_cannot_play({ fewest: String(fewest), most: String(most) }),
  'store-is-down': m.no_store_is_down,
  'server-is-busy': m.no_server_is_busy,
  'line-too-long': ({ count }) => m.no_line_too_long({ count: Number(count) }),
  'match-goes-on': m.no_match_goes_on,
  'match-is-on': m.no_match_is_on,
  'name-is-here': ({ name }) => m.no_name_is_here({ name: String(name) }),
  'name-of-a-bot': ({ bot }) => m.no_name_of_a_bot({ bot: String(bot) }),
  'name-too-long': ({ count }) => m.no_name_too_long({ count: Number(count) }),
  'no-name': m.no_name,
  'nothing-to-claim': m.no_nothing_to_claim,
  'not-there': m.no_not_there,
  'our-fault': m.no_our_fault,
  'too-many-requests': ({ count }) => m.no_too_many_requests({ count: Number(count) }),
  'settings-are-fixed': m.no_settings_are_fixed,
  'settings-are-wrong': ({ what }) => m.no_settings_are_wrong({ what: String(what) }),
  'sit-to-invite': m.no_sit_to_invite,
  'slow-down': m.no_slow_down,
  'too-many-tables': ({ count }) => m.no_too_many_tables({ count: Number(count) }),
  'you-do-not-play': m.no_you_do_not_play,
  'you-do-not-sit-here': m.no_you_do_not_sit_here,
  'you-have-resigned': m.no_you_have_resigned,
  'you-were-sent-away': m.no_you_were_sent_away,
  'vote-instead': m.no_vote_instead,
  'too-few-to-vote': m.no_too_few_to_vote,
  'you-sit-here': m.no_you_sit_here,
  'you-wait-already': m.no_you_wait_already,
};

const SENTENCES: Sentences = Object.assign({}, SHARED, ...GAMES.map(({ reasons }) => reasons));

export function reasonText({ because, code = '', facts = {} }: Reason): string {
  return SENTENCES[code]?.(facts) ?? because;
}
