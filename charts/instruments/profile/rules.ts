/**
 * Which part of a request a sample belongs to: by whose code was at its top. Rules are tried from the first to the last, and
 * the first that fits says it. Native functions and code made at run time that no rule names belong to whoever called them;
 * code of a package that no rule names is unattributed, and so is what it calls.
 */
import type { Part } from './parts.ts'

/** Places that are no package from a registry. */
export const PLACES = {
  native: 'native code',
  generated: 'code made at run time',
  node: 'node',
  deno: 'deno',
  own: 'the server’s own files',
  models: 'shared/models',
} as const

/**
 * V8 shows no frame for its own functions: what they take is told of the line that called them. Such a line, of any code but
 * Node's, is known by its text.
 */
export interface LineRule {
  line: RegExp
  part: Part
  /** What is called. */
  label: string
}

export const LINE_RULES: readonly LineRule[] = [
  { line: /\bJSON\.stringify\(/, part: 'serialization', label: 'JSON.stringify' },
  { line: /\bJSON\.parse\(/, part: 'body', label: 'JSON.parse' },
  {
    line: /\bnew Date\(|\bDate\.(parse|UTC|now)\(|\.(toISOString|toJSON|getTime|[gs]et(UTC)?(FullYear|Month|Date|Hours))\(/,
    part: 'dates',
    label: 'Date',
  },
]

/** Characters: a longer line is that of a file made small, and holds a whole library. */
export const LONGEST_LINE = 200

export interface Rule {
  /** Packages, or one of the places; `@scope/*` is every package of the scope. */
  packages: readonly string[]
  /** File within the package, or module of Node without `node:`; any where it is left out. */
  file?: RegExp
  /** Name of the function; any where it is left out. */
  name?: RegExp
  part: Part
  /** Only where the function was called from one of these parts. */
  calledFrom?: readonly Part[]
  /** Only where the function was called by code of one of these packages or places. */
  calledBy?: readonly string[]
}

/** What `request.json()` and its like do with a body that has come. */
const UNDICI_READS = /^(consumeBody|fullyReadBody|readAllBytes|utf8DecodeBytes|parseJSONFromBytes)$/

/** The same in Deno. */
const DENO_READS = /^(json|text|consumeBody|consumeTextBody|packageData)$/

/** Functions of `Date` that JavaScriptCore has frames for. */
const DATE_FUNCTIONS = /^(Date|UTC|toISOString|toJSON|getTime|[gs]et(UTC)?(FullYear|Month|Date|Hours))$/

export const RULES: readonly Rule[] = [
  // What is native in runtimes, and the kernel's work for it: reading, writing, encoding.
  { packages: [PLACES.native], calledFrom: ['runtime', 'outside'], part: 'outside' },
  { packages: [PLACES.native], name: /^op_/, part: 'outside' },
  // JavaScriptCore's own functions, which V8 tells of their callers' lines: `json` is that of a `Request` or of a `Response`.
  { packages: [PLACES.native], calledFrom: ['serialization'], part: 'serialization' },
  { packages: [PLACES.native], name: /^stringify$/, part: 'serialization' },
  { packages: [PLACES.native], name: DATE_FUNCTIONS, part: 'dates' },
  { packages: [PLACES.native], name: /^json$/, calledFrom: ['body'], part: 'body' },
  { packages: [PLACES.native], name: /^json$/, calledBy: [PLACES.generated], part: 'body' },
  { packages: [PLACES.native], name: /^json$/, part: 'serialization' },
  { packages: [PLACES.native], name: /^parse$/, calledFrom: ['body', 'router', 'handler'], part: 'body' },
  { packages: [PLACES.node], file: /^(internal\/)?querystring|^string_decoder/, part: 'body' },
  { packages: [PLACES.node], file: /undici/, name: UNDICI_READS, part: 'body' },
  { packages: [PLACES.node], file: /undici/, name: /^serializeJavascriptValueToJSONString$/, part: 'serialization' },
  { packages: [PLACES.node], part: 'runtime' },
  { packages: [PLACES.deno], file: /^deno_fetch\/(22_body|23_request)/, name: DENO_READS, part: 'body' },
  { packages: [PLACES.deno], file: /^deno_http\//, name: /^consumeTextBody$/, part: 'body' },
  { packages: [PLACES.deno], name: /^serializeJSValueToJSONString$/, part: 'serialization' },
  { packages: [PLACES.deno], file: /^deno_fetch\/23_response/, name: /^json$/, part: 'serialization' },
  { packages: [PLACES.deno], part: 'runtime' },
  { packages: [PLACES.models], name: /^(receive|read)Json$/, part: 'body' },
  { packages: [PLACES.models], part: 'validation' },
  { packages: [PLACES.own], name: /^(receiveJson|readBody|readJson|parseBody|bodyOf)$/, part: 'body' },
  { packages: [PLACES.own], file: /^with-json\.ts$/, part: 'body' },
  // What typia's compiler writes into them: `_so0` serializes an object, `_io0` and `_vo0` validate one.
  { packages: [PLACES.own], name: /^_s[a-z]\d+$/, part: 'serialization' },
  { packages: [PLACES.own], name: /^_[aeipuv][a-z]\d+$/, part: 'validation' },
  { packages: [PLACES.own], part: 'handler' },

  // Code made at run time that its maker names: mion's by what it is for, deepkit's, whose cast a package calls, and elysia's.
  { packages: [PLACES.generated], name: /^(tj|sj)_/, part: 'serialization' },
  { packages: [PLACES.generated], name: /^(is|te|fj|uk|hk|sk|ku|fmt)_/, part: 'validation' },
  { packages: [PLACES.generated], name: /^self$/, calledFrom: ['handler'], part: 'serialization' },
  { packages: [PLACES.generated], name: /^handle$/, part: 'router' },
  { packages: [PLACES.generated], name: /^(mirror|check(_\d+)?)$/, part: 'validation' },
  { packages: ['typia'], file: /_jsonStringify/, part: 'serialization' },

  // What frameworks do by themselves of parts that others have packages for.
  { packages: ['fastify'], file: /content-?type-?parser/i, part: 'body' },
  { packages: ['fastify'], file: /validation|schema-controller/, part: 'validation' },
  { packages: ['fastify'], name: /seriali[sz]e/i, part: 'serialization' },
  { packages: ['h3'], name: /^(readBody|readRawBody|readValidatedBody|parseJson|_parseJSON)$/i, part: 'body' },
  { packages: ['@nestjs/common'], file: /pipes\//, part: 'validation' },
  { packages: ['@nestjs/common', '@nestjs/core'], file: /serializer/, part: 'serialization' },

  {
    packages: [
      'body-parser',
      'raw-body',
      'co-body',
      '@koa/bodyparser',
      'koa-bodyparser',
      'milliparsec',
      'secure-json-parse',
      'iconv-lite',
      'inflation',
      'content-type',
      'type-is',
      'media-typer',
      'fast-content-type-parse',
      'qs',
      'bytes',
      'fast-querystring',
      'formidable',
      '@hapi/subtext',
      '@hapi/pez',
      '@hapi/bourne',
      '@hapi/content',
      '@hapi/wreck',
      'destr',
      'unpipe',
    ],
    part: 'body',
  },
  {
    packages: [
      'ajv',
      'ajv-formats',
      'joi',
      '@hapi/topo',
      '@hapi/address',
      '@hapi/tlds',
      '@hapi/formula',
      '@hapi/pinpoint',
      '@standard-schema/*',
      'zod',
      'valibot',
      'arktype',
      '@ark/*',
      'typebox',
      '@sinclair/*',
      'typia',
      '@typia/*',
      'class-validator',
      'validator',
      'class-transformer',
      '@deepkit/type',
      '@deepkit/type-compiler',
      '@hono/zod-validator',
      '@hono/standard-validator',
      'fastify-type-provider-zod',
      '@mionjs/run-types',
      '@mionjs/type-formats',
      '@fastify/ajv-compiler',
      '@fastify/type-provider-typebox',
      'exact-mirror',
    ],
    part: 'validation',
  },
  {
    packages: ['fast-json-stringify', '@fastify/fast-json-stringify-compiler', 'safe-stable-stringify'],
    part: 'serialization',
  },
  {
    packages: [
      // Frameworks.
      'express',
      'fastify',
      'hono',
      'koa',
      'h3',
      'polka',
      'restify',
      'restify-errors',
      '@hapi/*',
      '@nestjs/*',
      '@trpc/*',
      '@orpc/*',
      '@ts-rest/*',
      'elysia',
      '@elysiajs/*',
      'hyper-express',
      'uwebsockets',
      '@tinyhttp/*',
      '@mionjs/*',
      '@deepkit/*',
      '@hono/node-server',
      // Routers.
      'router',
      'path-to-regexp',
      'find-my-way',
      '@koa/router',
      'trouter',
      '@polka/*',
      'rou3',
      'memoirist',
      'regexparam',
      'matchit',
      'parseurl',
      'koa-compose',
      'middie',
      '@fastify/*',
      // Adapters to Node, and what frameworks are made of.
      'srvx',
      'crossws',
      'avvio',
      'reusify',
      'fastq',
      'process-warning',
      'abstract-logging',
      'on-finished',
      'ee-first',
      'finalhandler',
      'encodeurl',
      'escape-html',
      'statuses',
      'http-errors',
      'depd',
      'setprototypeof',
      'inherits',
      'toidentifier',
      'etag',
      'fresh',
      'vary',
      'send',
      'accepts',
      'negotiator',
      'proxy-addr',
      'forwarded',
      'ipaddr.js',
      'range-parser',
      'mime-types',
      'mime-db',
      'cookie',
      'cookies',
      'keygrip',
      'cookie-signature',
      'merge-descriptors',
      'utils-merge',
      'debug',
      'ms',
      'delegates',
      'koa-is-json',
      'destroy',
      'only',
      'light-my-request',
      'rxjs',
      'reflect-metadata',
      'tslib',
      'iterare',
      'uid',
      'cors',
      'multer',
      'rfdc',
      'toad-cache',
      'cookie-es',
      'pino',
      'sonic-boom',
      'lru-cache',
      'once',
      'wrappy',
      'eventemitter3',
      'nano-time',
      'assert-plus',
      '@netflix/nerror',
      'lodash',
      'mrmime',
    ],
    part: 'router',
  },
]
