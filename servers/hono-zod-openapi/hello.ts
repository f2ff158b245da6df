import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'

const Greeting = z.object({ hello: z.string() })

const hello = createRoute({
  method: 'get',
  path: '/hello',
  responses: { 200: { content: { 'application/json': { schema: Greeting } }, description: 'A greeting' } },
})

const app = new OpenAPIHono()

app.openapi(hello, (c) => c.json({ hello: 'world' }, 200))

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
