import type { Options } from 'polka'
import { sendJson } from './send-json.ts'

/** Answers with the status that body-parser's errors carry. */
export const options: Options = {
  onError: (err: Error & { status?: number }, _req, res) => {
    sendJson(res, err.status ?? 500, { error: err.status ? err.message : 'Internal Server Error' })
  },
  onNoMatch: (_req, res) => sendJson(res, 404, { error: 'Not Found' }),
}
