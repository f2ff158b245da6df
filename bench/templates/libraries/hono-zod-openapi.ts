import { hono } from '../hono.ts'
import { each, zodFields } from '../template.ts'

const body = (schema: string) => `{ content: { 'application/json': { schema: ${schema} } }`

/** Chained `openapi`, as https://github.com/honojs/middleware/tree/main/packages/zod-openapi#rpc-mode shows it. */
export default hono({
  displayName: 'Hono, zod-openapi',
  app: 'OpenAPIHono',
  from: '@hono/zod-openapi',
  module: ({ name, numbers }) => `import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'

${each(
  numbers,
  (i) => `const User${i} = z.object(${zodFields(i)})

const update${i} = createRoute({
  method: 'post',
  path: '/update${i}',
  request: { body: ${body(`User${i}`)}, required: true } },
  responses: { 200: ${body(`User${i}`)}, description: 'The user' } },
})
`,
)}
export const ${name} = new OpenAPIHono()
${each(
  numbers,
  (i) => `  .openapi(update${i}, (c) => {
    const user = c.req.valid('json')
    return c.json({ ...user, lastUpdate: new Date(user.lastUpdate).toISOString() }, 200)
  })`,
)}`,
})
