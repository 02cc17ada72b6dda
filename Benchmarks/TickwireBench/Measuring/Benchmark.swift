import ArgumentParser

/// A command that measures one thing.
protocol Benchmark: AsyncParsableCommand {
    func measure() async throws -> Section
}

extension Benchmark {
    func run() async throws { print(try await measure().table) }
}
