import { ExceptionHandler, HttpContext } from '@adonisjs/core/http'
import { Logger } from '@adonisjs/core/logger'
import router from '@adonisjs/core/services/router'
import server from '@adonisjs/core/services/server'
import type { NextFn } from '@adonisjs/core/types/http'

class ContainerBindings {
  handle(ctx: HttpContext, next: NextFn) {
    ctx.containerResolver.bindValue(HttpContext, ctx)
    ctx.containerResolver.bindValue(Logger, ctx.logger)
    return next()
  }
}

class ForceJsonResponse {
  handle({ request }: HttpContext, next: NextFn) {
    request.request.headers.accept = 'application/json'
    return next()
  }
}

const isOfZlib = (error: unknown) => error instanceof Error && 'code' in error && /^(Z_|ERR__)/.test(String(error.code))

class HttpExceptionHandler extends ExceptionHandler {
  protected override debug = false

  /** The body parser gives no status to a body that is nested too deeply, or that `node:zlib` cannot decompress. */
  override async handle(error: unknown, ctx: HttpContext) {
    const isBody = error instanceof RangeError || isOfZlib(error)
    if (isBody) return ctx.response.badRequest({ errors: [{ message: 'Malformed body' }] })
    return super.handle(error, ctx)
  }
}

server.errorHandler(async () => ({ default: HttpExceptionHandler }))
server.use([async () => ({ default: ContainerBindings }), async () => ({ default: ForceJsonResponse })])
router.use([() => import('@adonisjs/core/bodyparser_middleware')])
