# LOOP in a container of Debian 12, installed from its own package:
#   docker build -t loop . && docker run --rm --shm-size=1g -v "$PWD:/work" loop run fingerprint
FROM debian:12 AS built
COPY . /loop
RUN apt-get update && apt-get install -y --no-install-recommends dpkg-dev openmpi-bin libopenmpi-dev \
 && /loop/loop --version \
 && cmake -S /loop -B /loop/build-package -DLOOP_TESTS=OFF \
 && cmake --build /loop/build-package --parallel --target package

FROM debian:12
COPY --from=built /loop/build-package/loop_*.deb /tmp/
RUN apt-get update && apt-get install -y /tmp/loop_*.deb && rm -rf /tmp/loop_*.deb /var/lib/apt/lists/* \
 && useradd -m loop
USER loop
WORKDIR /work
ENTRYPOINT ["loop"]
