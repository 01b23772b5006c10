# The images of Trellis, a target each: one for each service, migrations, and the agent.
#   docker build --target api-gateway --tag trellis/api-gateway .
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS node

# The manifests alone: other sources change more often than what has to be installed. Their times are
# set, since some builders compare them to find a layer in the cache.
FROM node AS manifests
WORKDIR /trellis
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json -delete \
  && find . -type d -empty -delete \
  && find . -exec touch --no-dereference --date=@0 {} +

FROM node AS sources
ENV NX_DAEMON=false NX_TUI=false
WORKDIR /trellis
COPY --from=manifests /trellis .
RUN npm install --no-save --ignore-scripts --no-audit --no-fund
COPY . .

FROM sources AS build
RUN npx nx run-many --targets=build --projects=api-gateway,units-service,connector-runtime,accounts-service

FROM sources AS build-agent
RUN cd apps/agent && node ../../tools/src/bundle.mjs dist.image

# What Node needs of a system, and nothing else: no shell, no package manager.
FROM node AS system
RUN mkdir -p /system/etc /system/usr/local/bin \
  && cp /usr/local/bin/node /system/usr/local/bin/ \
  && ldd /usr/local/bin/node | grep -o '/[^ ]*' | xargs cp --parents --dereference --target-directory=/system \
  && echo 'trellis:x:1000:1000::/trellis:/' > /system/etc/passwd \
  && echo 'trellis:x:1000:' > /system/etc/group

FROM scratch AS runtime
COPY --from=system /system /
# A look-up of a host name by the system blocks a thread, and name servers may be slow.
ENV PATH=/usr/local/bin NODE_ENV=production UV_THREADPOOL_SIZE=64
USER 1000:1000
# What differs from build to build, such as the revision, is set with --label. Of the packages inside, LICENSES.txt
# has the licenses.
LABEL org.opencontainers.image.vendor=Trellis \
  org.opencontainers.image.version=0.2.0 \
  org.opencontainers.image.licenses=Apache-2.0

FROM runtime AS api-gateway
LABEL org.opencontainers.image.title="Trellis api-gateway"
WORKDIR /trellis
COPY --from=build /trellis/apps/api-gateway/dist dist
EXPOSE 3000
CMD ["node", "dist/main.js"]

FROM runtime AS units-service
LABEL org.opencontainers.image.title="Trellis units-service"
WORKDIR /trellis
COPY --from=build /trellis/apps/units-service/dist dist
# The doctor compares them with those that have been applied.
COPY --from=build /trellis/apps/units-service/prisma/migrations prisma/migrations
CMD ["node", "dist/main.js"]

FROM runtime AS connector-runtime
LABEL org.opencontainers.image.title="Trellis connector-runtime"
WORKDIR /trellis
COPY --from=build /trellis/apps/connector-runtime/dist dist
COPY --from=build /trellis/apps/connector-runtime/prisma/migrations prisma/migrations
CMD ["node", "dist/main.js"]

FROM runtime AS accounts-service
LABEL org.opencontainers.image.title="Trellis accounts-service"
# Each thread may hash a password, which takes 32 MiB; the only look-up is that of the mail server.
ENV UV_THREADPOOL_SIZE=8
WORKDIR /trellis
COPY --from=build /trellis/apps/accounts-service/dist dist
COPY --from=build /trellis/apps/accounts-service/prisma/migrations prisma/migrations
CMD ["node", "dist/main.js"]

# One program for each database schema: node units-service/dist/migrate.js and so on.
FROM runtime AS migrations
LABEL org.opencontainers.image.title="Trellis migrations"
WORKDIR /trellis
COPY --from=build /trellis/apps/units-service/dist units-service/dist
COPY --from=build /trellis/apps/units-service/prisma/migrations units-service/prisma/migrations
COPY --from=build /trellis/apps/connector-runtime/dist connector-runtime/dist
COPY --from=build /trellis/apps/connector-runtime/prisma/migrations connector-runtime/prisma/migrations
COPY --from=build /trellis/apps/accounts-service/dist accounts-service/dist
COPY --from=build /trellis/apps/accounts-service/prisma/migrations accounts-service/prisma/migrations

# For people at home, who can start it with a new volume for its key, which is then that of the user, too.
FROM node AS agent-data
RUN mkdir -p /agent/data

FROM runtime AS agent
LABEL org.opencontainers.image.title="Trellis agent"
ENV TRELLIS_DATA=/data UV_THREADPOOL_SIZE=4
WORKDIR /trellis
COPY --from=build-agent /trellis/apps/agent/dist.image dist
COPY --from=agent-data --chown=1000:1000 /agent/ /
VOLUME /data
# Without spaces, as in docker-compose.yml.
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.TRELLIS_PAGE||8767)+'/health').then(answer=>process.exit(Number(!answer.ok)))"]
# With an entry point, the arguments of a container are options of the agent.
ENTRYPOINT ["node", "dist/main.js"]
