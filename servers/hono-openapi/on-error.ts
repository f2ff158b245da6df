import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** A rejection repeats the input, for which JSON.stringify runs out of stack where it is nested too deeply. */
export const onError: ErrorHandler = (error, c) => {
  if (error instanceof HTTPException) return error.getResponse()
  if (error instanceof RangeError) return c.json({ error: 'Nested too deeply' }, 400)
  return c.text('Internal Server Error', 500)
}
