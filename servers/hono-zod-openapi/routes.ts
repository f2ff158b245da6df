import { serve } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'

const dateTime = () => z.iso.datetime({ offset: true })

const userJson = () => z.object({ id: z.number(), name: z.string(), surname: z.string(), lastUpdate: dateTime() })

const user = () => userJson().extend({ lastUpdate: dateTime().transform((text) => new Date(text)) })

const updateUser = (path: string) =>
  createRoute({
    method: 'post',
    path,
    request: { body: { content: { 'application/json': { schema: user() } }, required: true } },
    responses: {
      200: { content: { 'application/json': { schema: userJson() } }, description: 'The user, a month later' },
    },
  })

const app = new OpenAPIHono()

for (let route = 1; route <= Number(process.env.ROUTES); route++) {
  app.openapi(updateUser(`/updateUser${route}`), (c) => {
    const body = c.req.valid('json')
    body.lastUpdate.setMonth(body.lastUpdate.getMonth() + 1)
    return c.json(body, 200)
  })
}

serve({ fetch: app.fetch, hostname: process.env.HOST, port: Number(process.env.PORT) })
