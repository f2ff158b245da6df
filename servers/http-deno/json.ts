import { profileOf } from '../../shared/models/profile.ts'

let count = 0

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  const { pathname } = new URL(request.url)
  if (request.method === 'GET' && pathname === '/json') return Response.json(profileOf(++count))
  return Response.json({ error: 'Not Found' }, { status: 404 })
})
