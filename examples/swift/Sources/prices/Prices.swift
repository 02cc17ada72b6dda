import TickwireClient

/// Prints ten prices whenever one of them changes.
@main
struct Prices {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 4, let password = readLine() else {
            return print("usage: prices HOST:PORT PIN USER, with the password on standard input")
        }
        let server = try TickwireServer(words[1], pin: words[2])
        try await server.connect(as: .password(user: words[3], password: password)) { client in
            for try await prices in client.prices {
                for price in prices.prefix(10) {
                    print(price.symbol, price.dollars ?? "-", price.source ?? "-", price.isLive ? "live" : "old")
                }
                print()
            }
        }
    }
}
