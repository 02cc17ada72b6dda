extension Peer {
    static let redis = Peer(
        name: "redis",
        program: "redis-server",
        arguments: { place in
            [
                "--port", "\(place.plainPort)", "--tls-port", "\(place.port)", "--bind", "127.0.0.1",
                "--tls-cert-file", place.certificate, "--tls-key-file", place.key,
                "--tls-ca-cert-file", place.certificate, "--tls-auth-clients", "no",
                "--save", "", "--maxclients", "19000", "--dir", place.folder.path,
            ]
        },
        subscription: Subscription(request: Array("*2\r\n$9\r\nSUBSCRIBE\r\n$5\r\nticks\r\n".utf8)),
        publish: { message in
            Array("*3\r\n$7\r\nPUBLISH\r\n$5\r\nticks\r\n$\(message.count)\r\n".utf8) + message + Array("\r\n".utf8)
        }
    )

    /// The subscribers read an EventSource.
    static let nchan = Peer(
        name: "nchan",
        program: "nginx",
        arguments: { place in
            let configuration = """
                load_module /usr/lib/nginx/modules/ngx_nchan_module.so;
                daemon off; master_process off; pid nginx.pid; error_log error.log;
                events { worker_connections 19000; }
                http {
                  access_log off;
                  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                  uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                  server {
                    listen 127.0.0.1:\(place.port) ssl; listen 127.0.0.1:\(place.plainPort);
                    ssl_certificate \(place.certificate); ssl_certificate_key \(place.key); ssl_protocols TLSv1.3;
                    tcp_nodelay on; keepalive_requests 1000000;
                    location /sub {
                      nchan_subscriber eventsource; nchan_channel_id ticks; nchan_subscriber_first_message newest;
                    }
                    location /pub { nchan_publisher; nchan_channel_id ticks; nchan_message_buffer_length 1; }
                  }
                }
                """
            return ["-p", place.folder.path, "-c", try place.folder.file(Array(configuration.utf8))]
        },
        subscription: Subscription(
            request: Array("GET /sub HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n".utf8)
        ),
        publish: { message in
            Array("POST /pub HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(message.count)\r\n\r\n".utf8) + message
        }
    )

    static let mosquitto = Peer(
        name: "mosquitto",
        program: "mosquitto",
        arguments: { place in
            let configuration = """
                per_listener_settings false
                allow_anonymous true
                max_queued_messages 0
                listener \(place.plainPort) 127.0.0.1
                listener \(place.port) 127.0.0.1
                certfile \(place.certificate)
                keyfile \(place.key)
                tls_version tlsv1.3

                """
            return ["-c", try place.folder.file(Array(configuration.utf8))]
        },
        subscription: Subscription(request: MQTT.connect + MQTT.packet(0x82, [0, 1, 0, 5] + "ticks".utf8 + [0])),
        preface: MQTT.connect,
        publish: { message in MQTT.packet(0x30, [0, 5] + "ticks".utf8 + message) }
    )

    static let nats = Peer(
        name: "nats",
        program: "nats-server",
        arguments: { place in
            let configuration = """
                listen: 127.0.0.1:\(place.port)
                max_connections: 19000
                tls { cert_file: "\(place.certificate)", key_file: "\(place.key)" }

                """
            return ["-c", try place.folder.file(Array(configuration.utf8))]
        },
        subscription: Subscription(
            request: Array("CONNECT {\"verbose\":false}\r\nSUB ticks 1\r\n".utf8),
            startsTLS: true
        ),
        preface: Array("CONNECT {\"verbose\":false}\r\n".utf8),
        publishesOverTLS: true,
        publish: { message in Array("PUB ticks \(message.count)\r\n".utf8) + message + Array("\r\n".utf8) }
    )
}

/// The necessary part of MQTT 3.1.1 (sections 2.2 and 3.1).
private enum MQTT {
    static let connect = packet(0x10, [0, 4] + "MQTT".utf8 + [4, 2, 0, 0, 0, 0])

    static func packet(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
        var (length, rest): ([UInt8], Int) = ([], body.count)
        repeat {
            length.append(UInt8(rest % 128) | (rest >= 128 ? 0x80 : 0))
            rest /= 128
        } while rest > 0
        return [kind] + length + body
    }
}
