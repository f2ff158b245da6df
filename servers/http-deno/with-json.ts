/** A handler that is given the request's body, parsed as JSON; answers 400 where it is malformed. */
export function withJson(handle: (body: unknown) => Response) {
  return async (request: Request) => {
    let body: unknown
    try {
      body = await request.json()
    } catch {
      return Response.json({ error: 'Malformed JSON' }, { status: 400 })
    }
    return handle(body)
  }
}
