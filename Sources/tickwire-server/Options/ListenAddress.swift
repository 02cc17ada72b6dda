import PushServer
import Shared

/// `HOST:PORT` as an argument.
struct ListenAddress: Sendable {
    var host: String
    var port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init(_ text: String) throws(ListenAddressFault) {
        guard let endpoint = ServerConfiguration.Endpoint(text) else { throw .notAnAddress(text) }
        self.init(host: endpoint.host, port: endpoint.port)
    }

    var endpoint: ServerConfiguration.Endpoint { ServerConfiguration.Endpoint(host: host, port: port) }
}

/// `HOST:PORT`, or `off`.
enum AdminAddress: Sendable {
    case off
    case on(ListenAddress)

    init(_ text: String) throws(ListenAddressFault) {
        if text == "off" {
            self = .off
            return
        }
        guard let endpoint = ServerConfiguration.Endpoint(text) else { throw .neitherAddressNorOff(text) }
        self = .on(ListenAddress(host: endpoint.host, port: endpoint.port))
    }

    var endpoint: ServerConfiguration.Endpoint? {
        if case .on(let address) = self { address.endpoint } else { nil }
    }
}

/// Why an argument is not an address. The parser names the option and the value in front.
enum ListenAddressFault: Error, CustomStringConvertible {
    case notAnAddress(String)
    case neitherAddressNorOff(String)

    var description: String {
        switch self {
        case .notAnAddress(let text): "'\(text.escaped)' is not an address; use \(Self.form)"
        case .neitherAddressNorOff(let text): "'\(text.escaped)' is not an address; use \(Self.form), or off"
        }
    }

    private static let form = "HOST:PORT, as in 127.0.0.1:7443, with a port from 0 to 65535"
}
