import { profileOf } from '../../shared/models/profile.ts'
import { isGet, pathOf } from './request.ts'

let count = 0

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  if (isGet(request) && pathOf(request) === '/json') return Response.json(profileOf(++count))
  return Response.json({ error: 'Not Found' }, { status: 404 })
})
