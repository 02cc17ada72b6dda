internal import NIOCore
internal import NIOPosix
internal import Shared

/// Why a server's admin port has told nothing.
package enum AdminError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreachable(ServerConfiguration.Endpoint, reason: String)
    /// It has closed the connection, or said nothing for some seconds.
    case noAnswer(ServerConfiguration.Endpoint)
    /// - Parameter words: the first line of its answer.
    case refused(ServerConfiguration.Endpoint, status: String, words: String)
    case otherProgram(ServerConfiguration.Endpoint)

    package var description: String {
        switch self {
        case .unreachable(let endpoint, let reason):
            "the admin port \(endpoint) cannot be reached: \(reason); name that of a running server with --admin"
        case .noAnswer(let endpoint):
            "the admin port \(endpoint) gives no answer; if the server runs with --admin-tls, ask with curl --cacert FILE https://\(endpoint)/status"
        case .refused(let endpoint, let status, let words):
            "the admin port \(endpoint) answers \(status): \(words)"
        case .otherProgram(let endpoint):
            "\(endpoint) is not the admin port of a tickwire-server of this version; name one with --admin"
        }
    }
}

/// Asks a server's admin port.
package struct AdminClient: Sendable {
    private static let connectTime = TimeAmount.seconds(2)
    private static let answerTime = TimeAmount.seconds(5)
    private static let answerBytesMax = 1 << 20

    package let endpoint: ServerConfiguration.Endpoint

    package init(endpoint: ServerConfiguration.Endpoint) { self.endpoint = endpoint }

    package func report() async throws(AdminError) -> NodeReport {
        let answer: String
        do {
            answer = try await ask("/status")
        } catch {
            throw .unreachable(endpoint, reason: ConnectFailure(error).description)
        }
        guard let end = answer.firstRange(of: "\r\n\r\n") else { throw .noAnswer(endpoint) }
        let status = answer.prefix { $0 != "\r\n" }.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
        let body = String(answer[end.upperBound...])
        guard status.hasPrefix("200") else {
            throw .refused(endpoint, status: status, words: String(body.prefix { !$0.isNewline }))
        }
        guard let report = NodeReport(json: body) else { throw .otherProgram(endpoint) }
        return report
    }

    /// - Returns: the whole answer; as much as came of one that did not end.
    private func ask(_ path: String) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(Self.connectTime)
            .connect(host: endpoint.host, port: endpoint.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let alarm = channel.channel.eventLoop.scheduleTask(in: Self.answerTime) { [channel = channel.channel] in
            channel.close(promise: nil)
        }
        defer { alarm.cancel() }
        return try await channel.executeThenClose { inbound, outbound in
            let request = "GET \(path) HTTP/1.1\r\nhost: \(endpoint)\r\nconnection: close\r\n\r\n"
            var answer = ByteBuffer()
            do {
                try await outbound.write(ByteBuffer(string: request))
                for try await part in inbound {
                    answer.writeImmutableBuffer(part)
                    if answer.readableBytes > Self.answerBytesMax { break }
                }
            } catch {
                // What came before the end of the connection decides.
            }
            return String(buffer: answer)
        }
    }
}
