import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import vine from '@vinejs/vine'
import { serve } from './server.ts'

declare module '@adonisjs/core/http' {
  interface HttpContext {
    tenant: string
    language: string
  }
}

/** The query parser makes a list of what has a comma, and a string of what has none. */
const toList = (fields: unknown) =>
  Array.isArray(fields)
    ? fields
    : String(fields ?? '')
        .split(',')
        .filter(Boolean)

const userValidator = vine.create({
  params: vine.object({
    id: vine
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  }),
  fields: vine.array(vine.string()).parse(toList),
})

class DetectTenant {
  handle(ctx: HttpContext, next: NextFn) {
    ctx.tenant = ctx.request.header('x-tenant') ?? 'public'
    return next()
  }
}

class DetectLanguage {
  handle(ctx: HttpContext, next: NextFn) {
    ctx.language = ctx.request.header('accept-language') ?? 'en'
    return next()
  }
}

await serve((router) => {
  router.use([async () => ({ default: DetectTenant }), async () => ({ default: DetectLanguage })])
  router.get('/users/:id', async ({ request, response, tenant, language }) => {
    const { params, fields } = await request.validateUsing(userValidator)
    if (!Number.isSafeInteger(params.id)) return response.badRequest({ error: 'Invalid id' })
    return { id: params.id, fields, tenant, language }
  })
})
