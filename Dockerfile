# An image of the server. Its own port, 8080, is open to whoever the container's network lets in; DynamoDB's and S3's ports open with
# TRESTLE_BIND=0.0.0.0 and TRESTLE_ACCESS_KEYS=ID:SECRET; without, they are the container's own, with the key in
# /var/lib/trestle/data/access-key. The first administrator's one-time password is in /var/lib/trestle/first-password.
FROM maven:3-eclipse-temurin-17 AS build
WORKDIR /source
COPY pom.xml trestle LICENSE NOTICE THIRD-PARTY.txt ./
COPY .mvn .mvn
COPY launcher launcher
COPY engine engine
COPY engine-sdk engine-sdk
COPY engine-junit engine-junit
COPY objects objects
COPY http http
COPY wire wire
COPY model model
COPY model-testing model-testing
COPY text text
COPY media media
COPY platform platform
COPY search search
COPY mail mail
COPY vision-weights vision-weights
COPY vision vision
COPY systems systems
COPY server server
COPY bench bench
COPY conformance conformance
COPY docs docs
COPY packaging packaging
# The same directory as on a machine of its own: all jars, and an archive for quick starts.
RUN ./trestle install /opt/trestle

FROM eclipse-temurin:17-jdk
RUN groupadd --system trestle \
    && useradd --system --gid trestle --home-dir /var/lib/trestle trestle \
    && install -d -o trestle -g trestle -m 0700 /var/lib/trestle
COPY --from=build /opt/trestle /opt/trestle
USER trestle
WORKDIR /var/lib/trestle
ENV TRESTLE_DATA=/var/lib/trestle/data \
    TRESTLE_HTTP_BIND=0.0.0.0 \
    TRESTLE_LOG_FORMAT=json \
    TRESTLE_ADMIN_PASSWORD_FILE=/var/lib/trestle/first-password
VOLUME /var/lib/trestle
EXPOSE 8080 8000 9000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=30s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /health HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && grep -q healthy <&3"]
ENTRYPOINT ["/opt/trestle/trestle", "serve"]
