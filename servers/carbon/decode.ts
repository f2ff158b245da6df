import type { StaticDecode, TSchema } from '@sinclair/carbon/type'
import type { TypeCheck } from '@sinclair/carbon/type/compiler'

/** Parses a request's body, checks and decodes it and hands it on; answers 400 with what is wrong. */
export async function decodeJson<T extends TSchema>(
  request: Request,
  schema: TypeCheck<T>,
  use: (value: StaticDecode<T>) => Response,
): Promise<Response> {
  const body: unknown = await request.json().catch(() => undefined)
  let value: StaticDecode<T>
  try {
    value = schema.Decode(body)
  } catch {
    const errors = [...schema.Errors(body)].map(({ path, message }) => ({ path, message }))
    return Response.json({ errors }, { status: 400 })
  }
  try {
    return use(value)
  } catch {
    // An unknown key is echoed, and may be nested deeper than JSON.stringify can follow: carbon leaves a request unanswered whose handler throws.
    return Response.json({ error: 'Nested too deep' }, { status: 400 })
  }
}
