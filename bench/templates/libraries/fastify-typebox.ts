import { fastify } from '../fastify.ts'
import { fields } from '../template.ts'

/** As https://github.com/fastify/fastify-type-provider-typebox shows it. */
export default fastify({
  displayName: 'Fastify, TypeBox',
  head: `import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'`,
  plugin: 'FastifyPluginAsyncTypebox',
  schema: (i) => `Type.Object(${fields(i, 'Type.Number()', 'Type.String()')})`,
})
