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
  return use(value)
}
