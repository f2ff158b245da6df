Bun.serve({
  hostname: process.env.HOST,
  port: process.env.PORT,
  routes: {
    '/hello': {
      GET: () => Response.json({ hello: 'world' }),
    },
  },
})
