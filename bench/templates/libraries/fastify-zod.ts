import { fastify } from '../fastify.ts'
import { zodFields } from '../template.ts'

/** As https://github.com/turkerdev/fastify-type-provider-zod shows it. */
export default fastify({
  displayName: 'Fastify, zod',
  head: `import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'\nimport { z } from 'zod'`,
  plugin: 'FastifyPluginAsyncZod',
  schema: (i) => `z.object(${zodFields(i)})`,
})
