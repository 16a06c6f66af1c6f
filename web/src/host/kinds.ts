// What can be wrong, by the names that the server has for it.

import { m } from '../paraglide/messages';

type Texts = Readonly<Record<string, () => string>>;

const TROUBLES: Texts = {
  'store-full': m.host_trouble_full,
  'store-damaged': m.host_trouble_damaged,
  'store-disk-error': m.host_trouble_disk,
  'store-down': m.host_trouble_down,
  'store-slow': m.host_trouble_slow,
  'disk-low': m.host_trouble_low,
  'loop-slow': m.host_trouble_loop,
  'bus-down': m.host_trouble_bus,
  'task-failed': m.host_trouble_task,
};

const ERRORS: Texts = {
  'refused-message': m.host_error_message,
  'refused-rate-limit': m.host_error_rate,
  'refused-origin': m.host_error_origin,
  'refused-store': m.host_error_store,
  'refused-token': m.host_error_token,
  'refused-proof': m.host_error_proof,
  'bot-late': m.host_error_bot_late,
  'bot-failed': m.host_error_bot_failed,
  'bot-illegal': m.host_error_bot_illegal,
  'store-full': m.host_error_full,
  'store-damaged': m.host_error_damaged,
  'store-disk-error': m.host_error_disk,
  'store-down': m.host_error_down,
  'failed-request': m.host_error_request,
  'failed-socket': m.host_error_socket,
  'failed-task': m.host_error_task,
};

/** What is wrong, and what to do. A kind that is not known here keeps its name. */
export const troubleText = (kind: string): string => TROUBLES[kind]?.() ?? kind;
export const errorText = (kind: string): string => ERRORS[kind]?.() ?? kind;
