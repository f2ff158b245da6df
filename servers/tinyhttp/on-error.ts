import { type ErrorHandler, onErrorHandler } from '@tinyhttp/app'

/** Malformed JSON is the client's fault; the rest is left to tinyhttp's own handler. */
export const onError: ErrorHandler = function (err, req, res) {
  if (err instanceof SyntaxError) res.status(400).json({ error: 'Malformed JSON' })
  else onErrorHandler.call(this, err, req, res)
}
