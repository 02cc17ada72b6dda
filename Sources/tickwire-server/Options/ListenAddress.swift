import ArgumentParser
import PushServer

/// `HOST:PORT` as an argument.
struct ListenAddress: ExpressibleByArgument {
    var host: String
    var port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init?(argument: String) {
        guard let endpoint = ServerConfiguration.Endpoint(argument) else { return nil }
        self.init(host: endpoint.host, port: endpoint.port)
    }

    var defaultValueDescription: String { "\(host):\(port)" }
    var endpoint: ServerConfiguration.Endpoint { ServerConfiguration.Endpoint(host: host, port: port) }
}

/// `HOST:PORT`, or `off`.
enum AdminAddress: ExpressibleByArgument {
    case off
    case on(ListenAddress)

    init?(argument: String) {
        if argument == "off" {
            self = .off
        } else if let address = ListenAddress(argument: argument) {
            self = .on(address)
        } else {
            return nil
        }
    }

    var defaultValueDescription: String { endpoint.map { "\($0)" } ?? "off" }

    var endpoint: ServerConfiguration.Endpoint? {
        if case .on(let address) = self { address.endpoint } else { nil }
    }
}
