import type { HandleServerError } from '@sveltejs/kit/hooks'

/** By default any exception of a handler is a 500. */
export const handleError: HandleServerError = ({ kind, error }) => {
  if (kind === 'unknown' && error instanceof SyntaxError) return { status: 400, message: 'Malformed JSON' }
}
