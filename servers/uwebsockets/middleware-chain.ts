import uWS, { type HttpRequest, type HttpResponse } from 'uwebsockets'
import { sendJson, start } from './http.ts'
import { type Context, middlewares } from './middlewares.ts'

const behindMiddlewares = (handler: (context: Context) => void) => (response: HttpResponse, request: HttpRequest) => {
  const context: Context = { request, response, headers: {}, requestId: '', entry: 0 }
  const run = (index: number) => {
    const middleware = middlewares[index]
    if (middleware) middleware(context, () => run(index + 1))
    else handler(context)
  }
  run(0)
}

const app = uWS.App()

app.get(
  '/me',
  behindMiddlewares(({ response, headers, token, requestId, entry }) => {
    sendJson(response, 200, { user: token?.sub, requestId, entry }, headers)
  }),
)

start(app)
