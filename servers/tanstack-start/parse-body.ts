import type * as z from 'zod'

/** Parses a request's body by a schema; responds with 400 where it is malformed or invalid. */
export async function parseBody<T>(request: Request, schema: z.ZodType<T>): Promise<T | Response> {
  let body: unknown
  try {
    body = await request.json()
  } catch {
    return Response.json({ error: 'Malformed JSON' }, { status: 400 })
  }
  const { success, data, error } = schema.safeParse(body)
  return success ? data : Response.json({ error: 'Invalid data', issues: error.issues }, { status: 400 })
}
