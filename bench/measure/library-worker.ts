/** The smallest worker around a validation library. It is bundled. */
import type { Steps } from '../../shared/models/steps.ts'

export const workerOf = (steps: Steps) => ({
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/updateUser') {
      return Response.json({ error: 'Not Found' }, { status: 404 })
    }
    let body: unknown
    try {
      body = await request.json()
    } catch {
      return Response.json({ error: 'Malformed JSON' }, { status: 400 })
    }
    const user = await steps.parse(body)
    if (user === null) {
      const errors = await (steps.allErrors ?? steps.firstError)?.(body)
      return Response.json({ error: 'Invalid user', errors }, { status: 400 })
    }
    user.lastUpdate.setMonth(user.lastUpdate.getMonth() + 1)
    return new Response(steps.stringify(user), { headers: { 'content-type': 'application/json' } })
  },
})
