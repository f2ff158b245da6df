Deno.serve({ hostname: Deno.env.get('HOST'), port: Number(Deno.env.get('PORT')) }, (request) => {
  const { pathname } = new URL(request.url)
  if (request.method === 'GET' && pathname === '/hello') return Response.json({ hello: 'world' })
  return Response.json({ error: 'Not Found' }, { status: 404 })
})
