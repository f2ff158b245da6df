import { isGet, pathOf } from './request.ts'

Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  if (isGet(request) && pathOf(request) === '/hello') return Response.json({ hello: 'world' })
  return Response.json({ error: 'Not Found' }, { status: 404 })
})
