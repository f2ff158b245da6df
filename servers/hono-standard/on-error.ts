import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** A rejection repeats the input. If that is nested too deeply, JSON.stringify runs out of stack. */
export const onError: ErrorHandler = (error, c) => {
  if (error instanceof HTTPException) return error.getResponse()
  if (error instanceof RangeError) return c.json({ error: 'Nested too deeply' }, 400)
  return c.text('Internal Server Error', 500)
}
