import { hono } from '../hono.ts'
import { each, zodFields } from '../template.ts'

/** Sub-applications by `app.route`, as https://hono.dev/docs/guides/rpc shows it for larger applications. */
const app: Parameters<typeof hono>[0] = {
  displayName: 'Hono, hc',
  app: 'Hono',
  from: 'hono',
  module: ({ name, numbers }) => `import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import * as z from 'zod'

export const ${name} = new Hono()
${each(
  numbers,
  (i) => `  .post('/update${i}', zValidator('json', z.object(${zodFields(i)})), (c) => {
    const user = c.req.valid('json')
    return c.json({ ...user, lastUpdate: new Date(user.lastUpdate) })
  })`,
)}`,
  typeOf: (type) => `Exclude<${type}, { success: false }>`,
}

export default {
  ...hono(app),
  variants: [
    {
      ...hono({ ...app, displayName: 'Hono, hc, precompiled client', precompiled: true }),
      variant: 'precompiled',
    },
  ],
}
