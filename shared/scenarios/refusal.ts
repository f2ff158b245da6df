import type { InvalidCase } from './scenario.ts'

/**
 * Whether an answer refuses a call as it must be refused: with the right status, and naming what is wrong.
 * @param sent the request's body, which a refusal may echo: that names nothing
 */
export function isRefusal({ statuses, mentions }: InvalidCase, status: number, text: string, sent: string): boolean {
  const isStatus = statuses?.includes(status) ?? (status >= 400 && status < 500)
  return isStatus && (mentions === undefined || words(text.replaceAll(sent || '{}', '')).has(mentions))
}

function words(text: string): Set<string> {
  return new Set(text.match(/\w+/g))
}
